import type { Lifecycle, QuoteState } from '../../spec/lifecycle.ts'
import type { Conflict, Course, Entry, EventEntry } from './entries.ts'
import { type Causes, stepsFrom, UNCOUNTED, type World } from './worlds.ts'

interface Point<R> {
  readonly at: number
  /** At one moment, begins come before ends: of entries that touch, either may have been first. */
  readonly phase: 0 | 1 | 2
  readonly entry: Entry<R>
}

/** How many reads of one quote may be open at once. */
const MOST_OPEN = 30

const READY: readonly QuoteState[] = ['ready_to_bind', 'bound', 'issued']
const UNBOUND: readonly QuoteState[] = ['ready_to_bind', 'bound']

/** Follows a quote through its entries, in every order that their spans leave open (3.transitions, R10, R28). */
export function walk<R>(entries: readonly Entry<R>[], lifecycle: Lifecycle): Course<R> {
  const conflict = new Walk(entries, lifecycle).run()
  if (!('again' in conflict)) return conflict
  // The event is too early for a state that was shown later: without it the rest is judged as well.
  const course = walk(conflict.again, lifecycle)
  return { ...course, conflicts: [...conflict.conflicts, ...course.conflicts] }
}

/** One pass over the entries. */
class Walk<R> {
  readonly #entries: readonly Entry<R>[]
  readonly #lifecycle: Lifecycle
  readonly #points: readonly Point<R>[]
  readonly #conflicts: Conflict<R>[] = []
  readonly #open = new Map<Entry<R>, number>()
  readonly #ids = new Map<string, Set<string>>()
  readonly #held = new Set<string>()
  /** Worlds by a key, each with a bit for every open read that it has explained. */
  #worlds = new Map<string, { readonly world: World; readonly explained: number }>()
  #causes: Causes = {
    ...{ updates: 0, bind: false, decided: false, onboarded: false },
    ...{ ratingHeld: false, issueHeld: false },
  }
  readonly #seen: {
    readyBy?: number
    issuedBy?: number
    unratedAt?: number
    readonly unrated: Entry<R>[]
    readonly unissued: Entry<R>[]
  } = { unrated: [], unissued: [] }

  constructor(entries: readonly Entry<R>[], lifecycle: Lifecycle) {
    this.#entries = entries
    this.#lifecycle = lifecycle
    const points = entries.flatMap((entry): Point<R>[] =>
      entry.kind === 'event'
        ? [{ at: entry.to, phase: 1, entry }]
        : [
            { at: entry.from, phase: 0, entry },
            { at: entry.to, phase: 2, entry },
          ],
    )
    this.#points = points.sort((one, other) => one.at - other.at || one.phase - other.phase)
  }

  run(): Course<R> | { readonly conflicts: readonly Conflict<R>[]; readonly again: readonly Entry<R>[] } {
    for (const { at, phase, entry } of this.#points) {
      if (phase === 0) this.#begin(entry)
      else if (entry.kind === 'event') this.#event(entry)
      else {
        const again = this.#end(entry)
        if (again !== undefined) return { conflicts: this.#conflicts, again }
      }
      if (this.#all(({ state }) => READY.includes(state))) this.#seen.readyBy ??= at
      if (this.#all(({ state }) => state === 'issued')) this.#seen.issuedBy ??= at
    }
    const most = Math.max(0, ...this.#list().map(({ rated }) => rated))
    return { conflicts: this.#conflicts, ...this.#seen, ...(most < UNCOUNTED && { mostRated: most }) }
  }

  #begin(entry: Entry<R>): void {
    const causes = this.#causes
    switch (entry.kind) {
      case 'submitted':
        this.#causes = { ...causes, ratingHeld: this.#held.has('rating') }
        this.#seen.unratedAt = entry.from
        this.#worlds = new Map([['', { world: { state: 'pending', rated: 0, reRated: 0 }, explained: 0 }]])
        break
      case 'updated':
        this.#causes = { ...causes, updates: Math.min(causes.updates + 1, UNCOUNTED) }
        break
      case 'bound':
        this.#causes = {
          ...causes,
          bind: true,
          issueHeld: causes.bind ? causes.issueHeld : this.#held.has('issue'),
        }
        break
      case 'decided':
      case 'onboarded':
        this.#causes = { ...causes, [entry.kind]: true }
        break
      case 'released':
        this.#held.delete(entry.work)
        if (entry.work === 'rating' && causes.ratingHeld) this.#seen.unratedAt = entry.from
        this.#causes = { ...causes, [`${entry.work}Held`]: false }
        break
      case 'shown':
        this.#openRead(entry)
        // Who is seen under review, or with an unknown broker, may be moved on by people whom nobody recorded.
        if (entry.state === 'underwriter_review') this.#causes = { ...causes, decided: true }
        if (entry.state === 'approved_rate') this.#causes = { ...causes, onboarded: true }
        if (
          entry.state === 'pending' &&
          this.#list().every(({ state, rated }) => state !== 'pending' || rated === 0)
        )
          this.#seen.unratedAt = entry.from
        break
      default:
    }
    this.#close()
  }

  /** @returns the entries without events that came too early for what was shown; undefined where it can be explained */
  #end(entry: Entry<R>): readonly Entry<R>[] | undefined {
    if (entry.kind === 'held') this.#held.add(entry.work)
    const place = this.#open.get(entry)
    if (entry.kind !== 'shown' || place === undefined || this.#worlds.size === 0) return undefined
    const bit = 1 << place
    const pending = this.#list().filter(({ state }) => state === 'pending')
    const kept = [...this.#worlds.values()].filter(({ explained }) => (explained & bit) !== 0)
    this.#open.delete(entry)
    if (kept.length === 0) return this.#explain(entry)
    if (entry.state === 'pending' && pending.every(({ rated }) => rated === 0)) this.#seen.unrated.push(entry)
    if (UNBOUND.includes(entry.state)) this.#seen.unissued.push(entry)
    this.#set(kept.map(({ world, explained }) => ({ world, explained: explained & ~bit })))
    return undefined
  }

  #event(entry: Entry<R> & EventEntry): void {
    const key = `${entry.type} ${entry.endpoint}`
    const ids = this.#ids.get(key) ?? new Set()
    if (ids.has(entry.id) || this.#worlds.size === 0) return
    const isPolicy = entry.type === 'policy.created'
    const count = ids.size + 1
    const kept = [...this.#worlds.values()].filter(({ world: { state, rated } }) =>
      isPolicy ? this.#causes.bind && state === 'issued' && count === 1 : rated >= Math.min(count, UNCOUNTED),
    )
    if (kept.length > 0) {
      this.#ids.set(key, ids.add(entry.id))
      this.#set(kept)
      return
    }
    const most = isPolicy ? 1 : Math.max(...this.#list().map(({ rated }) => rated))
    const isEarly = isPolicy ? count === 1 : most === 0
    this.#conflicts.push({ kind: isEarly ? 'early' : 'more', event: entry, most })
  }

  /** Finds the events without which the read can be explained. Another contradiction is for other statements: it begins anew. */
  #explain(shown: Entry<R> & { readonly kind: 'shown' }): readonly Entry<R>[] | undefined {
    const before = this.#entries.filter((entry) => entry === shown || entry.to <= shown.to)
    for (const type of ['policy.created', 'quote.proposalReady', 'quote.created'] as const) {
      const isOfType = (entry: Entry<R>): entry is Entry<R> & EventEntry =>
        entry.kind === 'event' && entry.type === type && entry.to <= shown.to
      const event = before.find(isOfType)
      if (event === undefined) continue
      const without = new Walk(
        before.filter((entry) => !isOfType(entry)),
        this.#lifecycle,
      )
      if (!without.explains(shown)) continue
      this.#conflicts.push({ kind: 'early', event, shown, most: 0 })
      return this.#entries.filter((entry) => !isOfType(entry))
    }
    const worlds = Array.from({ length: UNCOUNTED + 1 }, (_, rated) => ({
      world: { state: shown.state, rated, reRated: 0 },
      explained: -1,
    }))
    this.#set(worlds)
    this.#close()
    return undefined
  }

  /** Says whether a read, the last of the entries, can be explained. */
  explains(shown: Entry<R>): boolean {
    for (const { phase, entry } of this.#points) {
      if (phase === 0) this.#begin(entry)
      else if (entry.kind === 'event') this.#event(entry)
      else if (entry === shown) {
        const bit = 1 << (this.#open.get(entry) ?? 0)
        return [...this.#worlds.values()].some(({ explained }) => (explained & bit) !== 0)
      } else this.#end(entry)
    }
    return false
  }

  /** Gives a read a bit that no other open one has; beyond that many at once, reads are not judged. */
  #openRead(entry: Entry<R>): void {
    const taken = new Set(this.#open.values())
    const free = Array.from({ length: MOST_OPEN }, (_, place) => place).find((place) => !taken.has(place))
    if (free !== undefined) this.#open.set(entry, free)
  }

  /** Adds every world that the present ones may pass on to. */
  #close(): void {
    const reached = new Map<string, { readonly world: World; readonly explained: number }>()
    const todo = [...this.#worlds.values()]
    for (let one = todo.pop(); one !== undefined; one = todo.pop()) {
      const { world } = one
      let { explained } = one
      for (const [read, place] of this.#open)
        if (read.kind === 'shown' && read.state === world.state) explained |= 1 << place
      const key = `${world.state} ${world.rated} ${world.reRated} ${explained}`
      if (reached.has(key)) continue
      reached.set(key, { world, explained })
      for (const next of stepsFrom(world, this.#causes, this.#lifecycle))
        todo.push({ world: next, explained })
    }
    this.#worlds = reached
  }

  #set(worlds: readonly { readonly world: World; readonly explained: number }[]): void {
    this.#worlds = new Map(
      worlds.map((one) => [
        `${one.world.state} ${one.world.rated} ${one.world.reRated} ${one.explained}`,
        one,
      ]),
    )
  }

  #list(): readonly World[] {
    return [...this.#worlds.values()].map(({ world }) => world)
  }

  #all(holds: (world: World) => boolean): boolean {
    return this.#worlds.size > 0 && this.#list().every(holds)
  }
}
