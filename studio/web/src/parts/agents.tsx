import { useState } from "react";
import type { AgentLine } from "../net/types";
import { go, useAddress } from "../state/address";

/** Who is there, and what each is doing. */
export function Agents({ list }: { list: AgentLine[] }) {
  const { agent } = useAddress();
  const [filter, setFilter] = useState("");
  const shown = filter ? list.filter((a) => `${a.name} ${a.doing}`.toLowerCase().includes(filter.toLowerCase())) : list;
  return (
    <aside className="agents">
      <div className="head">
        Characters <small>{list.length}</small>
      </div>
      {list.length > 8 && <input className="filter" placeholder="filter" value={filter} onChange={(e) => setFilter(e.target.value)} />}
      <ul>
        {shown.slice(0, 300).map((a) => (
          <li key={a.name}>
            <button className={a.name === agent ? "who on" : "who"} onClick={() => go({ agent: a.name, plan: undefined, level: undefined, k: undefined })}>
              <b>{a.name}</b>
              <span className={a.idle ? "doing idle" : "doing"}>{a.doing}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length > 300 && <p className="more">and {shown.length - 300} more: filter</p>}
    </aside>
  );
}
