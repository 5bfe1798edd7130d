/** After how many frames of the page what a drawing took is known: the work is done outside of the call, and the page waits for it later. */
const frames = 3;
/** The time of a frame without waiting, in ms. */
const frameTime = 20;
/** How long the page is left alone after a drawing, as a multiple of what that has kept it waiting. */
const rest = 3;

/**
 * Draws on request, with the next frame of the page. If drawing takes long, as without a graphics card, it draws less
 * often, so that the page stays responsive.
 */
export class Pace {
  private wanted = false;
  private frame = 0;
  private drew = 0;
  private left = 0;
  private next = 0;
  private longest = 0;

  constructor(private draw: () => void) {}

  /** Asks for a drawing, before which the page may be left alone for so long at most, in ms. */
  ask(longest: number) {
    this.longest = longest;
    this.wanted = true;
    if (!this.frame) this.frame = requestAnimationFrame(this.step);
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.wanted = false;
  }

  private step = () => {
    const now = performance.now();
    if (this.left > 0 && now - this.drew > (frames + 1 - this.left) * frameTime) {
      this.next = now + Math.min(this.longest, (now - this.drew - (frames + 1 - this.left) * frameTime) * rest);
    }
    this.left = Math.max(0, this.left - 1);
    if (this.wanted && (now >= this.next || this.longest === 0)) {
      this.wanted = false;
      this.drew = now;
      this.left = frames;
      this.draw();
    }
    this.frame = this.wanted || this.left > 0 ? requestAnimationFrame(this.step) : 0;
  };
}
