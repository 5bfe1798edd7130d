// How many questions are open or about to be asked: html[data-busy]. Tests of the page wait for 0, instead of for some time.
let count = 0;

export function busy(change: 1 | -1) {
  count += change;
  document.documentElement.dataset.busy = String(count);
}
