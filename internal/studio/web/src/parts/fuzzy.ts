/** A text in which what was searched for is found: how well, and at which places. */
export interface Match {
  score: number;
  at: number[];
}

const startsWord = (text: string, i: number) => i === 0 || /[^\p{L}\p{N}]/u.test(text[i - 1]!) || (/\p{Lu}/u.test(text[i]!) && /\p{Ll}/u.test(text[i - 1]!));

/**
 * Finds letters in a text, in their order: each word of the search anywhere. Letters that follow each other, and that
 * begin words, count more; of two equal ones, the shorter text. undefined: a letter is missing.
 */
export function fuzzy(search: string, text: string): Match | undefined {
  const low = text.toLowerCase();
  const at: number[] = [];
  let score = 0;
  for (const word of search.toLowerCase().split(/\s+/).filter(Boolean)) {
    const whole = best(word, low, text);
    if (!whole) return undefined;
    score += whole.score;
    at.push(...whole.at);
  }
  return { score: score - text.length / 100, at };
}

/** The best place of a word: of all that begin with its first letter, the one with the highest score. */
function best(word: string, low: string, text: string): Match | undefined {
  let found: Match | undefined;
  for (let from = low.indexOf(word[0]!); from >= 0; from = low.indexOf(word[0]!, from + 1)) {
    const at = [from];
    let score = startsWord(text, from) ? 4 : 1;
    for (const letter of word.slice(1)) {
      const next = low.indexOf(letter, at.at(-1)! + 1);
      if (next < 0) return found;
      score += next === at.at(-1)! + 1 ? 3 : startsWord(text, next) ? 3 : 0.2;
      at.push(next);
    }
    if (!found || score > found.score) found = { score, at };
  }
  return found;
}
