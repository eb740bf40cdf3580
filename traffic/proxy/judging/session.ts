import type { Finding } from '../../../conformance/verdict.ts'
import type { Spec } from '../../../spec/index.ts'
import { Entries } from '../record/entries.ts'
import type { Passed } from '../record/passed.ts'
import { EntryRedactor } from '../record/redaction.ts'
import type { TrafficWriter } from '../record/traffic-file.ts'
import type { Breach, Judged } from './breach.ts'
import { Judge } from './judge.ts'
import { BoundedLedger } from './ledger.ts'
import type { JudgingData } from './protocol.ts'
import type { JudgedSubject } from './subject.ts'

/** Writes what passes, without secrets, and judges it. */
export class JudgingSession {
  readonly #entries: Entries
  readonly #redactor: EntryRedactor
  readonly #ledger = new BoundedLedger()
  readonly #judge: Judge
  readonly #file: TrafficWriter
  readonly #counts = { requests: 0, deliveries: 0, answered: 0, unread: 0, dropped: 0 }
  readonly #unjudged: Record<string, number> = {}
  readonly #broken: Record<string, number> = {}
  #changing: readonly string[] = []

  constructor(
    data: JudgingData,
    {
      spec,
      file,
      breached,
    }: {
      readonly spec: Spec
      readonly file: TrafficWriter
      readonly breached: (breach: Breach) => void
    },
  ) {
    const { platform, secrets, whole } = data
    this.#entries = new Entries(platform, spec.endpoints)
    this.#redactor = new EntryRedactor(secrets)
    this.#file = file
    this.#judge = new Judge({
      ...{ spec, whole },
      breached: (breach) => breached({ ...breach, finding: this.#shown(breach.finding) }),
    })
    const baseUrl = this.#redactor.address(platform.baseUrl)
    const authUrl = this.#redactor.address(platform.authUrl)
    file.add({ type: 'recording', baseUrl, authUrl, apiVersion: spec.version, whole })
    file.flush()
  }

  /** Writes entries at once; they are judged later. */
  take(...all: readonly Passed[]): void {
    for (const one of all) this.#take(one)
    this.#file.flush()
  }

  #take(passed: Passed): void {
    const entry = this.#entries.of(passed)
    this.#changing = passed.changing
    const { unjudged } = entry
    const more = unjudged === undefined ? {} : { unjudged }
    if (entry.kind === 'exchange')
      this.#file.add({ type: 'exchange', exchange: this.#redactor.exchange(entry.exchange), ...more })
    else this.#file.add({ type: 'arrival', arrival: this.#redactor.arrival(entry.arrival), ...more })
    this.#counts[entry.kind === 'exchange' ? 'requests' : 'deliveries'] += 1
    if (passed.route !== 'hooks' && passed.answer !== undefined) this.#counts.answered += 1
    if (passed.failure !== undefined) this.#breakOff(passed)
    if (unjudged === undefined) this.#ledger.add(entry)
    else {
      this.#unjudged[unjudged] = (this.#unjudged[unjudged] ?? 0) + 1
      // No statement sees it, so that its kind is not whole, and later states may be its effect.
      this.#judge.lose()
    }
  }

  /** Notes that entries are missing from here on. */
  drop(entries: number): void {
    this.#counts.dropped += entries
    this.#judge.lose()
    this.#file.add({ type: 'dropped', entries })
  }

  /** Notes that requests may be missing from here on, since a connection passes unread. */
  unread(): void {
    this.#counts.unread += 1
    this.#judge.lose()
    this.#file.add({ type: 'unread' })
    this.#file.flush()
  }

  /** A text without the secrets that are known so far. */
  clean(text: string): string {
    return this.#redactor.text(text)
  }

  /** Subjects to judge. Those that a request under way may change come later. */
  due(): readonly JudgedSubject[] {
    const isBusy = ({ key }: JudgedSubject) =>
      this.#changing.some((target) => target.toLowerCase().includes(key.replace('quote ', '')))
    const changed = this.#ledger.takeChanged()
    for (const subject of changed.filter(isBusy)) this.#ledger.postpone(subject)
    return changed.filter((subject) => !isBusy(subject))
  }

  judge(subject: JudgedSubject): void {
    this.#judge.subject(subject, this.#ledger.tokens)
  }

  /** Judges everything that is left. */
  end(): Judged {
    for (const subject of this.#ledger.takeChanged()) this.judge(subject)
    const { subjects, tokens, forgotten } = this.#ledger
    const arrivals = subjects.flatMap((subject) => subject.arrivals)
    // Where events were given up, only the whole recording shows what they explain.
    if (forgotten === 0) for (const subject of subjects) this.#judge.afterwards(subject, tokens, arrivals)
    this.#file.close()
    const judged = this.#judge.judged()
    const { faults } = judged
    return {
      ...this.#counts,
      ...judged,
      broken: judged.broken.map(({ finding, ...one }) => ({
        ...one,
        ...(finding && { finding: this.#shown(finding) }),
      })),
      ...(faults && { faults: { ...faults, first: this.clean(faults.first) } }),
      unjudged: this.#unjudged,
      brokenOff: this.#broken,
      forgotten,
    }
  }

  #breakOff({ route, brokenBy, failure }: Passed): void {
    const ends =
      route === 'hooks'
        ? { sender: 'platform', target: 'receiver' }
        : { sender: 'client', target: 'platform' }
    const what = `${ends[brokenBy ?? 'sender']} (${failure?.kind})`
    this.#broken[what] = (this.#broken[what] ?? 0) + 1
  }

  #shown(finding: Finding): Finding {
    const { expected, observed, at, exchange, arrival, remedy } = finding
    return {
      ...(exchange !== undefined && { exchange }),
      ...(arrival !== undefined && { arrival }),
      ...(remedy !== undefined && { remedy }),
      expected: this.#redactor.text(expected),
      observed: this.#redactor.text(observed),
      ...(at !== undefined && { at: this.#redactor.text(at) }),
    }
  }
}
