import type { Lifecycle, QuoteState } from '../../spec/lifecycle.ts'
import { type Conflict, type Course, type Entry, type EventEntry, TOGETHER } from './entries.ts'
import { type Point, pointsOf } from './points.ts'
import { isUnrated, ONCE_READY, stepsFrom, UNBOUND, UNCAUSED, UNCOUNTED, type World } from './worlds.ts'

/** A world with a bit for every open read that it has explained. */
interface Explaining {
  readonly world: World
  readonly explained: number
}

const keyOf = ({ world: { state, rated, reRated }, explained }: Explaining): string =>
  `${state} ${rated} ${reRated} ${explained}`

/** How many reads of one quote may be open at once. */
const MOST_OPEN = 12

/** Follows a quote through its entries, in every order that their spans leave open (3.transitions, R10, R28). */
export function walk<R>(entries: readonly Entry<R>[], lifecycle: Lifecycle): Course<R> {
  const conflict = new Walk(entries, lifecycle).run()
  if (!('again' in conflict)) return conflict
  // The events are too early for a state that was shown later: without them the rest is judged as well.
  const course = walk(conflict.again, lifecycle)
  return { ...course, conflicts: [...conflict.conflicts, ...course.conflicts] }
}

class Walk<R> {
  readonly #entries: readonly Entry<R>[]
  readonly #lifecycle: Lifecycle
  readonly #points: readonly Point<R>[]
  readonly #conflicts: Conflict<R>[] = []
  readonly #open = new Map<Entry<R>, number>()
  readonly #ids = new Map<string, Set<string>>()
  /** Events that no world explains, so that a repeated delivery is no further breach. */
  readonly #refuted = new Set<string>()
  readonly #held = new Set<string>()
  /** The last hold of each work: it may be released before the answer to it has come to its end. */
  readonly #holding = new Map<string, Entry<R>>()
  #submittedBy = Number.POSITIVE_INFINITY
  #worlds = new Map<string, Explaining>()
  #causes = UNCAUSED
  readonly #seen: {
    readyBy?: number
    issuedBy?: number
    issuableFrom?: number | undefined
    unratedAt?: number
    readonly unrated: Entry<R>[]
    readonly unissued: Entry<R>[]
  } = { unrated: [], unissued: [] }

  constructor(entries: readonly Entry<R>[], lifecycle: Lifecycle) {
    this.#entries = entries
    this.#lifecycle = lifecycle
    this.#points = pointsOf(entries)
  }

  run(): Course<R> | { readonly conflicts: readonly Conflict<R>[]; readonly again: readonly Entry<R>[] } {
    for (const { at, phase, entry } of this.#points) {
      if (phase === 0) this.#begin(entry)
      else if (entry.kind === 'event') this.#event(entry)
      else {
        const again = this.#end(entry)
        // Earlier conflicts are found again without these events.
        if (again !== undefined)
          return { conflicts: this.#conflicts.filter(({ shown }) => shown === entry), again }
      }
      if (this.#all(({ state }) => ONCE_READY.includes(state))) this.#seen.readyBy ??= at
      if (this.#all(({ state }) => state === 'issued')) this.#seen.issuedBy ??= at
      if (this.#mayBeIssued()) this.#seen.issuableFrom ??= at
    }
    const most = Math.max(0, ...this.#list().map(({ rated }) => rated))
    const { issuableFrom, ...seen } = this.#seen
    return {
      ...{ conflicts: this.#conflicts, ...seen },
      ...(issuableFrom !== undefined && { issuableFrom }),
      ...(most < UNCOUNTED && { mostRated: most }),
    }
  }

  #begin(entry: Entry<R>): void {
    const causes = this.#causes
    if (entry.kind === 'held') this.#holding.set(entry.work, entry)
    switch (entry.kind) {
      case 'submitted':
        this.#causes = { ...causes, ratingHeld: this.#held.has('rating') }
        this.#seen.unratedAt = entry.from
        this.#submittedBy = entry.to
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
        this.#holding.delete(entry.work)
        if (entry.work === 'rating' && causes.ratingHeld) this.#unratedAt(entry, this.#all(isUnrated))
        this.#causes = { ...causes, [`${entry.work}Held`]: false }
        break
      case 'shown':
        this.#openRead(entry)
        // Who is seen under review, or with an unknown broker, may be moved on by people whom nobody recorded.
        if (entry.state === 'underwriter_review') this.#causes = { ...causes, decided: true }
        if (entry.state === 'approved_rate') this.#causes = { ...causes, onboarded: true }
        break
      default:
    }
    this.#close()
  }

  /** Notes that no rating had ended at the start of an entry. No event comes before a submission, so an earlier moment refutes none. */
  #unratedAt(entry: Entry<R>, isShown = true): void {
    this.#seen.unratedAt = Math.max(entry.from, this.#seen.unratedAt ?? entry.from)
    if (isShown && entry.from > this.#submittedBy) this.#seen.unrated.push(entry)
  }

  /** @returns the entries without events that came too early for what was shown; undefined where it can be explained */
  #end(entry: Entry<R>, isWhole = true): readonly Entry<R>[] | undefined {
    if (entry.kind === 'held' && this.#holding.get(entry.work) === entry) this.#held.add(entry.work)
    const place = this.#open.get(entry)
    if (entry.kind !== 'shown' || place === undefined || this.#worlds.size === 0) return undefined
    const bit = 1 << place
    const pending = this.#list().filter(({ state }) => state === 'pending')
    const kept = [...this.#worlds.values()].filter(({ explained }) => (explained & bit) !== 0)
    this.#open.delete(entry)
    if (kept.length === 0) {
      const again = isWhole ? this.#explain(entry) : undefined
      if (again === undefined) this.#beginAnew(entry.state)
      return again
    }
    if (ONCE_READY.includes(entry.state)) this.#seen.readyBy ??= entry.to
    if (entry.state === 'issued') this.#seen.issuedBy ??= entry.to
    if (UNBOUND.includes(entry.state)) this.#seen.unissued.push(entry)
    if (entry.state === 'pending' && pending.length > 0 && pending.every(isUnrated)) this.#unratedAt(entry)
    this.#set(kept.map(({ world, explained }) => ({ world, explained: explained & ~bit })))
    // It was issued after the moment that the read is about, if at all.
    const { issuableFrom } = this.#seen
    if (entry.state !== 'issued' && issuableFrom !== undefined)
      this.#seen.issuableFrom = this.#mayBeIssued() ? Math.max(issuableFrom, entry.from) : undefined
    return undefined
  }

  #event(entry: Entry<R> & EventEntry): void {
    const key = `${entry.type} ${entry.endpoint}`
    const ids = this.#ids.get(key) ?? new Set()
    if (ids.has(entry.id) || this.#refuted.has(`${key} ${entry.id}`) || this.#worlds.size === 0) return
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
    this.#refuted.add(`${key} ${entry.id}`)
    this.#conflicts.push({ kind: isEarly ? 'early' : 'more', event: entry, most })
  }

  /** Finds the events without which the read can be explained; undefined where it contradicts something else. */
  #explain(shown: Entry<R>): readonly Entry<R>[] | undefined {
    const begun = this.#entries.filter(({ from }) => from <= shown.to)
    for (const types of TOGETHER) {
      const isEarly = (entry: Entry<R>): entry is Entry<R> & EventEntry =>
        entry.kind === 'event' && entry.to <= shown.to && types.includes(entry.type)
      const early = types.map((type) => begun.filter(isEarly).find((event) => event.type === type))
      if (early.includes(undefined)) continue
      const rest = begun.filter((entry) => !isEarly(entry))
      if (!new Walk(rest, this.#lifecycle).explains(shown)) continue
      for (const event of early) if (event) this.#conflicts.push({ kind: 'early', event, shown, most: 0 })
      return this.#entries.filter((entry) => !isEarly(entry))
    }
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
      } else this.#end(entry, false)
    }
    return false
  }

  /** Goes on from a state that contradicts everything before it: that is a breach of another statement. */
  #beginAnew(state: QuoteState): void {
    const explained = [...this.#open.values()].reduce((bits, place) => bits | (1 << place), 0)
    const counts = Array.from({ length: UNCOUNTED + 1 }, (_, rated) => rated)
    this.#set(counts.map((rated) => ({ world: { state, rated, reRated: 0 }, explained })))
    this.#close()
  }

  /** Gives a read a bit that no other open one has; beyond that many at once, reads are not judged. */
  #openRead(entry: Entry<R>): void {
    const taken = new Set(this.#open.values())
    const free = Array.from({ length: MOST_OPEN }, (_, place) => place).find((place) => !taken.has(place))
    if (free !== undefined) this.#open.set(entry, free)
  }

  /** Adds every world that the present ones may pass on to. */
  #close(): void {
    const reached = new Map<string, Explaining>()
    const todo = [...this.#worlds.values()]
    for (let one = todo.pop(); one !== undefined; one = todo.pop()) {
      const { world } = one
      let { explained } = one
      for (const [read, place] of this.#open)
        if (read.kind === 'shown' && read.state === world.state) explained |= 1 << place
      const key = keyOf({ world, explained })
      if (reached.has(key)) continue
      reached.set(key, { world, explained })
      for (const next of stepsFrom(world, this.#causes, this.#lifecycle))
        todo.push({ world: next, explained })
    }
    this.#worlds = reached
  }

  #set(worlds: readonly Explaining[]): void {
    this.#worlds = new Map(worlds.map((one) => [keyOf(one), one]))
  }

  #list(): readonly World[] {
    return [...this.#worlds.values()].map(({ world }) => world)
  }

  #mayBeIssued(): boolean {
    return this.#list().some(({ state }) => state === 'issued')
  }

  #all(holds: (world: World) => boolean): boolean {
    return this.#worlds.size > 0 && this.#list().every(holds)
  }
}
