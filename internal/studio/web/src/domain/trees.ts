import { useCallback, useEffect, useMemo, useState } from "react";
import type { DomainGraph } from "../net/wire";
import { ask, fail } from "../state/studio";

interface Trees {
  /** Names of the trees whose nodes are shown. */
  names: string[];
  graphs: DomainGraph[];
  has: (name: string) => boolean;
  toggle: (name: string) => void;
}

/** The trees that are opened, with their nodes from the server; all anew when the program changes. */
export function useTrees(file: string | undefined, run: number | undefined): Trees {
  const [graphs, setGraphs] = useState<ReadonlyMap<string, DomainGraph>>(new Map());
  useEffect(() => setGraphs(new Map()), [file, run]);
  const toggle = useCallback((name: string) => {
    if (graphs.has(name)) {
      setGraphs((was) => new Map([...was].filter(([n]) => n !== name)));
      return;
    }
    ask({ op: "domain", file, name })
      .then((g) => setGraphs((was) => new Map([...was, [name, g]])))
      .catch((e: Error) => fail(e.message));
  }, [graphs, file]);
  return useMemo(() => ({ names: [...graphs.keys()], graphs: [...graphs.values()], has: (n) => graphs.has(n), toggle }), [graphs, toggle]);
}
