import type { Page } from 'playwright-core'

/** An element with the focus, as somebody knows it who sees the page and has a keyboard only. */
interface Stop {
  readonly name: string
  /** The place among all elements of the page. */
  readonly place: number
  /** It is within the window, and an outline shows that it has the focus. */
  readonly isVisible: boolean
}

const READ_STOP = `(() => {
  const one = document.activeElement
  if (one === null || one === document.body) return undefined
  const { outlineStyle, outlineWidth } = getComputedStyle(one)
  const { left, right, top, bottom } = one.getBoundingClientRect()
  const isInside = right > Math.max(0, left) && bottom > Math.max(0, top) && left < innerWidth && top < innerHeight
  const name = one.labels?.[0]?.textContent ?? one.getAttribute('aria-label') ?? one.textContent
  return {
    name: name.trim(),
    place: [...document.querySelectorAll('*')].indexOf(one),
    isVisible: isInside && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
  }
})()`

/** More stops than any page has. */
const MOST_STOPS = 200

/** A person who uses a page with Tab, Shift+Tab, Enter, Space and typing only. */
export class Keyboard {
  readonly #page: Page
  /** Stops at which the focus was not to be seen. */
  readonly unseen: string[] = []

  constructor(page: Page) {
    this.#page = page
  }

  /** Presses Tab until an element of that name has the focus. */
  async to(name: string): Promise<void> {
    for (let count = 0; count < MOST_STOPS; count++) {
      const stop = await this.#next('Tab')
      if (stop?.name === name) return
    }
    throw new Error(`${this.#page.url()}: Tab does not lead to "${name}"`)
  }

  /** Follows a link or presses a button, and waits for the page behind it. */
  async use(name: string, key: 'Enter' | 'Space', heading: string): Promise<void> {
    await this.to(name)
    await this.press(key, heading)
  }

  async press(key: 'Enter' | 'Space', heading: string): Promise<void> {
    await this.#page.keyboard.press(key)
    await this.#page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  }

  async type(label: string, text: string): Promise<void> {
    await this.to(label)
    await this.#page.keyboard.type(text)
  }

  /** Walks through the whole page and back: each stop is met once in each direction. */
  async walk(): Promise<void> {
    await this.#page.reload()
    const there = await this.#until('Tab')
    const back = await this.#until('Shift+Tab')
    const [names, reversed] = [there, back.toReversed()].map((stops) => stops.map(({ name }) => name))
    if (String(names) !== String(reversed))
      throw new Error(`${this.#page.url()}: there ${names?.join(', ')}; back ${reversed?.join(', ')}`)
  }

  async #next(key: string): Promise<Stop | undefined> {
    await this.#page.keyboard.press(key)
    const stop = (await this.#page.evaluate(READ_STOP)) as Stop | undefined
    if (stop?.isVisible === false) this.unseen.push(`${new URL(this.#page.url()).pathname}: ${stop.name}`)
    return stop
  }

  /** Goes on until the focus leaves the page. A browser without a window of its own then comes back to the first stop at once. */
  async #until(key: string): Promise<readonly Stop[]> {
    const stops: Stop[] = []
    for (let count = 0; count < MOST_STOPS; count++) {
      const stop = await this.#next(key)
      if (stop === undefined || (stops.length > 1 && stop.place === stops[0]?.place)) return stops
      // The parts of a moment are stops of their own, within one element.
      if (stop.place !== stops.at(-1)?.place) stops.push(stop)
    }
    throw new Error(`${this.#page.url()}: ${key} never leads out of the page from "${stops.at(-1)?.name}"`)
  }
}
