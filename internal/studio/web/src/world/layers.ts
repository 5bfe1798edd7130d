import { address, go } from "../state/address";

/** The layers that show minds, and names. */
export type Layer = "cones" | "ears" | "reach" | "memory" | "way" | "route" | "places" | "names";

export interface LayerLine {
  id: Layer;
  key: string;
  label: string;
  about: string;
}

/** All layers, with the keys that switch them. */
export const layers: LayerLine[] = [
  { id: "cones", key: "v", label: "sight", about: "what it looks into, as far as walls let it" },
  { id: "ears", key: "h", label: "hearing", about: "how far off the loudest sound can be that it hears" },
  { id: "reach", key: "r", label: "reach", about: "how far it strikes, shoots and throws" },
  { id: "memory", key: "m", label: "memory", about: "where it takes things to be; a line leads to where they are" },
  { id: "way", key: "w", label: "way", about: "the path that it is walking" },
  { id: "route", key: "p", label: "plan", about: "where the rest of its plan leads" },
  { id: "places", key: "q", label: "places", about: "the places that its queries consider: the larger the better; a cross is a refused one" },
  { id: "names", key: "n", label: "names", about: "names, and what each is doing" },
];

/** The layers that an address says: their keys; undefined: all. */
export function shown(text: string | undefined): Set<Layer> {
  return new Set(layers.filter((l) => text === undefined || text.includes(l.key)).map((l) => l.id));
}

/** Shows a layer, or no longer. */
export function toggleLayer(id: Layer) {
  const on = shown(address().layers);
  if (!on.delete(id)) on.add(id);
  const text = layers.filter((l) => on.has(l.id)).map((l) => l.key).join("");
  go({ layers: on.size === layers.length ? undefined : text || "-" }, true);
}

export function toggleAll() {
  go({ all: address().all ? undefined : 1 }, true);
}

export function toggleFollow() {
  go({ follow: address().follow ? undefined : 1 }, true);
}
