import type { Exploration, Method, Task, Try } from "../net/wire";
import { PauseAt } from "../parts/pauseat";
import { go } from "../state/address";
import { brief } from "../parts/value";

/** All there is to say of one thing that was tried. */
export function Detail({ e, id }: { e: Exploration; id: number }) {
  const t = e.trail[id];
  const found = t && locate(e.roots ?? [], id);
  if (!t) return null;
  const cause = found?.try?.cause ?? found?.task?.cause;
  const name = found?.method ? `${found.task?.decl}/${found.method.name}` : found?.task?.decl;
  return (
    <div className="pane detail">
      <div className="head">
        Tried <small>#{id + 1}</small>
        <span className="gap" />
        {found?.method && found.method.at.line > 0 && (
          <button className="mini" onClick={() => go({ view: "text", src: found.method!.at.file, line: found.method!.at.line })}>to the text</button>
        )}
        {name && <PauseAt kind={found?.method ? "method" : found?.task?.leaf ? "operator" : "task"} name={name} />}
        {name && <button className="mini" onClick={() => go({ why: name })}>why not?</button>}
      </div>
      <p className="what">{brief(found?.task?.name ?? (t.kind === "found" ? "A plan is found" : t.text))}{found?.method && <> by <b>{found.method.name}</b></>}</p>
      {found?.method?.when && <p className="code">when {found.method.when}</p>}
      {found?.method?.each && <p className="code">{found.method.each}</p>}
      {cause && (
        <>
          <p className="fault">{brief(cause.text)}</p>
          {(cause.seen ?? []).length > 0 && (
            <table>
              <thead><tr><th>seen</th><th>value</th><th>set by</th></tr></thead>
              <tbody>
                {cause.seen!.map((s, i) => (
                  <tr key={i}><td>{s.symbol}</td><td><b>{brief(s.value)}</b></td><td className="quiet">{s.step < 0 ? "before the plan" : `step ${s.step + 1}, ${s.by}`}</td></tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
      {t.changes && t.changes.length > 0 && (
        <table>
          <thead><tr><th>changes</th><th>from</th><th>to</th></tr></thead>
          <tbody>
            {t.changes.map((c) => (
              <tr key={c.name}><td>{c.name}</td><td className="quiet">{brief(c.was)}</td><td><b>{brief(c.is)}</b></td></tr>
            ))}
          </tbody>
        </table>
      )}
      {found?.task?.pruned && <p className="fault">not pursued: {found.task.pruned}</p>}
    </div>
  );
}

/** Finds the task, method and try of a number. */
export function locate(tasks: Task[], id: number): { task?: Task; method?: Method; try?: Try } | undefined {
  for (const task of tasks) {
    if (task.id === id) return { task };
    for (const method of task.methods ?? []) {
      for (const t of method.tries ?? []) {
        if (t.id === id) return { task, method, try: t };
        const below = locate(t.items ?? [], id);
        if (below) return below;
      }
    }
  }
  return undefined;
}
