import { randomBytes } from 'node:crypto'
import pLimit from 'p-limit'
import type { RunEvent } from '../../conformance/events.ts'
import type { ClientRun, Performance, Session } from '../../conformance/ports/client.ts'
import type { AddressKeeper } from '../../conformance/ports/kept-address.ts'
import { CannotTell, NotDriven } from '../../conformance/verdict.ts'
import { EventLoopDelay } from '../evidence/event-loop-delay.ts'
import type { Recorder } from '../evidence/recorder.ts'
import type { Redactor } from '../evidence/redaction.ts'
import type { ClientProfile } from '../profile/index.ts'
import { Gateway } from './gateway/gateway.ts'
import { derivedFrom } from './hand/derived.ts'
import { Desk } from './hand/desk.ts'
import { deskRoutes } from './hand/routes.ts'
import { hasOwnCredentials, Stage } from './hand/stage.ts'
import { SessionPerformance } from './performing/performance.ts'
import type { SessionEndpoint } from './performing/place.ts'
import type { GivenCredentials, PlatformFactory, PlatformInstance } from './platform-instance.ts'
import { Probe } from './probe.ts'
import { directly } from './process/directly.ts'
import { startClient } from './process/started.ts'
import { withCanary } from './session-canary.ts'
import { sessionEnvironment } from './session-environment.ts'
import { atOnce, MOST_AT_ONCE } from './side-by-side.ts'
import { StartQueue } from './start-queue.ts'

export interface SessionsOptions {
  readonly apiVersion: string
  readonly endpoints: readonly SessionEndpoint[]
  readonly platforms: PlatformFactory
  /** The requirements that each scenario judges, by its id. */
  readonly judges: ReadonlyMap<string, readonly string[]>
  /** A text that is part of every awkward secret. */
  readonly canary: string
  readonly redactor: Redactor
  /** Keeps the address of a run that people drive, for the run that resumes it. */
  readonly addresses?: AddressKeeper
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Below the path of the run: the address that all sessions share where people drive the client. */
const STAGE = '/session'

/** A performance, with the scenario that it belongs to. */
interface Named {
  readonly name: string
  readonly scenario: string
}

/** All sessions of one run: each has addresses, credentials and a platform of its own. */
export class Sessions {
  readonly #profile: ClientProfile
  readonly #options: SessionsOptions
  readonly #key: string
  readonly #run: string
  readonly #closing = new AbortController()
  readonly #starts = new StartQueue(this.#closing.signal)
  readonly #loopDelay = new EventLoopDelay()
  readonly #limit: ReturnType<typeof pLimit>
  readonly #open = new Set<PlatformInstance>()
  readonly #going = new Set<Promise<unknown>>()
  readonly #desk: Desk | undefined
  readonly #stage: Stage
  readonly gateway: Gateway
  readonly probe = new Probe()

  constructor(profile: ClientProfile, options: SessionsOptions) {
    this.#profile = profile
    this.#options = options
    const before = profile.command === undefined ? options.addresses?.before : undefined
    this.#key = before?.key ?? randomBytes(32).toString('base64url')
    const { path, credentials } = derivedFrom(this.#key)
    this.#run = path
    this.#stage = new Stage(credentials, () => this.#desk?.chosen)
    this.#limit = pLimit(profile.command === undefined ? Number.POSITIVE_INFINITY : MOST_AT_ONCE)
    this.#desk = profile.command === undefined ? new Desk(profile, options.judges) : undefined
    this.gateway = new Gateway({
      listen: profile.listen,
      ...(before !== undefined && { portBefore: before.port }),
      authority: () => options.platforms.authority(),
      ...(this.#desk !== undefined && { outside: deskRoutes(this.#run, this.#desk) }),
    })
    options.redactor.add(this.#stage.credentials.clientSecret)
    options.redactor.add(this.#stage.credentials.integrationKey)
    if (this.#desk !== undefined) this.gateway.open(`${this.#run}${STAGE}`, this.#stage)
  }

  /** The page of a run that people drive, below the address of the simulated platform; undefined where a command starts the client. */
  get page(): string | undefined {
    return this.#desk === undefined ? undefined : this.#run
  }

  /** Performs a session as often as it says; once if people drive the client. */
  perform(session: Session, recorder: Recorder, scenario: string): Promise<readonly Performance[]> {
    const times = this.#desk === undefined ? (session.times ?? 1) : 1
    const names = Array.from({ length: times }, (_, index) =>
      index === 0 ? session.name : `${session.name}-${index + 1}`,
    )
    return Promise.all(
      names.map(async (name) => {
        const isProbe = this.#desk === undefined && this.probe.take(session)
        // The first session shows how many may go on at once.
        if (this.#desk === undefined && !isProbe) await this.probe.sent
        return this.#limit(() => this.#tracked(this.#perform(session, { name, scenario }, recorder, isProbe)))
      }),
    )
  }

  /** Begins to listen, and keeps the address of a run that people drive. @throws the system's error when the port is taken */
  async listen(): Promise<string> {
    const origin = await this.gateway.origin('http')
    if (this.#desk !== undefined)
      this.#options.addresses?.keep({ key: this.#key, port: Number(new URL(origin).port) })
    return origin
  }

  /** Receives every event of the run. */
  heard(event: RunEvent): void {
    this.#desk?.verdicts.heard(event)
  }

  /** Ends every client with its children, and releases everything else of the run. */
  async close(): Promise<void> {
    this.#closing.abort()
    this.#desk?.end('the run is over')
    await Promise.allSettled(this.#going)
    this.#loopDelay.stop()
    await this.gateway.close()
    await Promise.all([...this.#open].map((platform) => platform.close()))
  }

  #tracked<T>(work: Promise<T>): Promise<T> {
    this.#going.add(work)
    const over = () => void this.#going.delete(work)
    work.then(over, over)
    return work
  }

  async #perform(
    session: Session,
    { name, scenario }: Named,
    recorder: Recorder,
    isProbe: boolean,
  ): Promise<Performance> {
    await this.#mayBegin()
    const { redactor, canary, platforms, endpoints, now, apiVersion } = this.#options
    const path = `${this.#run}/${apiVersion}/${name}`
    const address = `${await this.#originOf(session, path)}${path}`
    const elsewhere = `${await this.gateway.origin('elsewhere')}${path}`
    const platform = platforms.open(withCanary(session, canary), address)
    this.#open.add(platform)
    redactor.add(platform.credentials.clientSecret)
    redactor.add(platform.credentials.integrationKey)
    const tokens: string[] = []
    const performed = new SessionPerformance({
      ...{ session, platform, address, elsewhere, recorder, now, endpoints },
      learned(token) {
        redactor.add(token)
        tokens.push(token)
      },
      arrived: (exchange) => {
        if (isProbe && this.probe.arrived()) this.#limit.concurrency = atOnce(exchange.targetMs)
        this.#desk?.arrived(name, exchange)
        this.#stage.arrived(name, exchange)
      },
    })
    this.gateway.open(path, performed)
    if (this.#desk !== undefined) this.#stage.add(name, { session, performed, own: platform.credentials })
    const runs = await this.#drive(session, { name, scenario }, platform, address, tokens)
    if (isProbe) this.probe.ended(session, performed, runs)
    // People may choose another session while their client still asks for the quote of this one.
    if (this.#desk === undefined) {
      this.#open.delete(platform)
      await platform.close()
    }
    const lost = this.probe.lost()
    if (isProbe && lost !== undefined && performed.requests.length === 0) throw new CannotTell(lost)
    if (this.#desk !== undefined && performed.requests.length === 0)
      throw new NotDriven(`nobody drove ${name}`)
    return {
      requests: performed.requests,
      strayed: performed.strayed,
      runs,
      heldUpMs: this.#loopDelay.since(performed.began),
      tlsVersions: [...performed.tlsVersions],
      ...(session.served === 'untrusted-later' && { metImpostor: await this.gateway.metImpostor(path) }),
    }
  }

  /** @throws CannotTell when going on is pointless */
  async #mayBegin(): Promise<void> {
    if (this.#desk !== undefined) return
    if (this.probe.lost() !== undefined)
      throw new CannotTell('the first session showed no client that can be judged')
    await this.#starts.next()
    if (this.#closing.signal.aborted) throw new CannotTell('the run ended before this was driven')
  }

  async #originOf({ served }: Session, path: string): Promise<string> {
    if (served !== undefined) return this.gateway.origin(served, path)
    const own = await this.gateway.origin('http')
    return this.#profile.publicUrl ?? own
  }

  async #drive(
    session: Session,
    { name, scenario }: Named,
    platform: PlatformInstance,
    address: string,
    tokens: readonly string[],
  ): Promise<readonly ClientRun[]> {
    const { command, folder, timeoutMs, journey, programEnv } = this.#profile
    const { submission, credentials } = platform
    const at = (place: string, given: GivenCredentials, { path }: Pick<Session, 'path'> = session) =>
      sessionEnvironment({ place, path, given, journey })
    const set = at(address, credentials)
    if (this.#desk !== undefined) {
      const place = `${this.#profile.publicUrl ?? (await this.gateway.origin('http'))}${this.#run}${STAGE}`
      const shared = this.#stage.credentials
      const staged = at(place, hasOwnCredentials(session) ? credentials : shared)
      const given = { name, scenario, title: session.title, set, submission }
      return [await this.#desk.drive({ ...given, shared: at(place, shared, {}), staged })]
    }
    if (command === undefined) return []
    const ca = session.served === undefined ? undefined : await this.gateway.authority()
    const start = (): Promise<ClientRun> =>
      startClient({
        ...{ command, folder, timeoutMs, submission },
        written: session.written ?? 'many-lines',
        closed: this.#closing.signal,
        lostMs: () => this.#loopDelay.totalMs(),
        ...(ca !== undefined && { ca }),
        env: { ...programEnv, ...directly(programEnv), ...set },
        secrets: () => [
          ['the client secret', credentials.clientSecret],
          ['the integration key', credentials.integrationKey],
          ...tokens.map((token) => ['an access token', token] as const),
        ],
        shown: (text) => this.#options.redactor.text(text),
      })
    return Promise.all(Array.from({ length: session.together ?? 1 }, start))
  }
}
