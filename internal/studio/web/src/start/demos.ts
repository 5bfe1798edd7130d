import type { Address } from "../state/address";

/** What to try in a demo, and the view to begin with. Files that are not demos begin as the page does. */
interface Try {
  text: string;
  at: Partial<Address>;
}

const tries: Record<string, Try> = {
  "meal.krk": { text: "In Decision, try what if money = 0: he works first. Without has_job there is no plan, and the reasons are listed.", at: { view: "decision" } },
  "errands.krk": { text: "In Decision, step through the search with ← →: see where the money runs out, and what is tried next.", at: { view: "decision" } },
  "soldier.krk": { text: "In Mind, set visible(kane) to true and alert to alarmed; then press 3 and ask why he does not throw a grenade.", at: { view: "decision" } },
  "guards.krk": { text: "Drag the player near a guard, and watch its tree in Mind. Then ask why it does not attack.", at: { view: "world" } },
  "gatherer.krk": { text: "Select characters with j and k: who is greedy, who is cautious? Press 3 to see which want beats which.", at: { view: "world" } },
  "fireteam.krk": { text: "Play until they meet. Press h, v and m for what a soldier hears, sees and remembers; select alpha for the squad's orders.", at: { view: "world" } },
  "fireteam.krk · player": { text: "Drag the lone player behind the squad: press 2 for its orders, and see who turns first.", at: { view: "world" } },
  "fireteam.krk · woods": { text: "Press m for what a soldier remembers: with cover everywhere, the enemy is seldom where it was last seen.", at: { view: "world" } },
  "kitchen.krk": { text: "Select brigade: who cooks what, and who waits for which tool? Press 6 for the lanes of all cooks.", at: { view: "world" } },
  "skirmish.krk": { text: "Press q for the places that a soldier considers. Drag an enemy, and see which cover is best now.", at: { view: "world" } },
  "patrol.krk": { text: "Watch the wedge become a file between the buildings. Drag the leader away, and see the others follow.", at: { view: "world" } },
  "bounds.krk": { text: "Select the squad and press 2: which pair moves, which one covers?", at: { view: "world" } },
  "search.krk": { text: "Wait for the noise, then press 3: what does a guard want before, while and after it searches?", at: { view: "world" } },
  "alarm.krk": { text: "Play until a guard calls. Select another guard, and click the burglar with the right button: why does it not chase him?", at: { view: "world" } },
  "village.krk": { text: "Press 2 and select villagers with j and k: which need is strongest, and by what curve?", at: { view: "mind" } },
  "camp.krk": { text: "In Decision, follow the search back to where the last arrow is gone, and ask why not shoot_deer.", at: { view: "decision" } },
  "cat.krk": { text: "A cat in 20 lines: press 5, change a line, save, and it goes on with it.", at: { view: "decision" } },
};

/** What to try in a file of the library, which may be in another folder. */
export function tryOf(file: string): Try | undefined {
  return tries[file.split("/").at(-1)!];
}

/** The place of a file among others: the demos in the order above, other scenes and files behind them. */
export function orderOf(file: string): number {
  const at = Object.keys(tries).findIndex((name) => name === file.split("/").at(-1));
  return at < 0 ? Infinity : at;
}
