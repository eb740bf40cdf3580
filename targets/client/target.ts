import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Obstacle } from '../../conformance/events.ts'
import type {
  ClientPorts,
  ClientRun,
  Performance as Performed,
  Play,
} from '../../conformance/ports/client.ts'
import type { Lease, Target } from '../../conformance/ports/target.ts'
import { CannotTell } from '../../conformance/verdict.ts'
import { canariesOf } from '../evidence/canaries.ts'
import { type GenerationOptions, generationOf } from '../evidence/generation.ts'
import { Recorder } from '../evidence/recorder.ts'
import { Redactor } from '../evidence/redaction.ts'
import { Showing } from '../evidence/showing.ts'
import type { ClientProfile } from '../profile/index.ts'
import { Gateway } from './gateway/gateway.ts'
import { HeldUp } from './gateway/held-up.ts'
import { lackOf } from './needs.ts'
import { Performance, type PlayedEndpoint } from './performing/performance.ts'
import { Probe } from './probe.ts'
import { programOf } from './process/program.ts'
import { startClient } from './process/started.ts'
import { STAGE_API, STAGE_TOKEN, type Stage, type StageFactory } from './stage.ts'

/** A client to be judged. */
export interface ClientTarget extends Target<ClientPorts> {
  /** Sees whether the client can be started, and whether the played platform can listen. Starts nothing. */
  ready(): Promise<Obstacle | undefined>
}

export interface ClientOptions extends GenerationOptions {
  readonly seed: number
  /** The changelog version that the run judges by. */
  readonly apiVersion: string
  readonly endpoints: readonly PlayedEndpoint[]
  readonly stages: StageFactory
  /** The environment that the client is started in. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Plays that go on at once: a client waits most of the time. */
const AT_ONCE = 20
/** Pause between two starts, so that a slow machine is not taken up by starts alone. */
const BETWEEN_STARTS_MS = 150
const RUNS = 3

/** Opens a client. Nothing is started yet. */
export async function openClient(profile: ClientProfile, options: ClientOptions): Promise<ClientTarget> {
  const { seed, apiVersion, stages, env, now } = options
  const { command, folder, journey } = profile
  const closing = new AbortController()
  const run = randomBytes(5).toString('hex')
  const redactor = new Redactor()
  const showing = new Showing(redactor)
  const gateway = new Gateway({ listen: profile.listen, identity: () => stages.identity() })
  const heldUp = new HeldUp()
  const probe = new Probe()
  const limit = pLimit(AT_ONCE)
  const canary = canariesOf(seed).clientSecret
  const platforms = new Set<Stage>()
  let nextStart = 0
  // The check `ready` says where it cannot listen.
  const own = await gateway.origin('http').catch(() => `http://${profile.listen}`)

  /** Waits until it is this one's turn to be started. */
  const turn = async () => {
    const moment = performance.now()
    nextStart = Math.max(moment, nextStart + BETWEEN_STARTS_MS)
    await pause(nextStart - moment, undefined, { signal: closing.signal }).catch(() => undefined)
  }

  const perform = async (play: Play, name: string, recorder: Recorder): Promise<Performed> => {
    const isProbe = probe.take(play)
    if (!isProbe) await probe.sent
    const lost = probe.lost()
    if (lost !== undefined) throw new CannotTell(lost)
    await turn()
    if (closing.signal.aborted) throw new CannotTell('the run ended before this was played')
    const path = `/r/${run}/${apiVersion}/${name}`
    const origin = profile.publicUrl ?? (await gateway.origin('http'))
    const address = `${play.served === undefined ? origin : await gateway.origin(play.served)}${path}`
    const elsewhere = `${await gateway.origin('elsewhere')}${path}`
    const stage = stages.open(withCanary(play, canary), address)
    platforms.add(stage)
    for (const secret of Object.values(stage.credentials))
      if (secret !== stage.credentials.clientId) redactor.add(secret)
    const performed = new Performance({
      ...{ play, stage, address, elsewhere, recorder, now },
      endpoints: options.endpoints,
      learned: (token) => redactor.add(token),
      arrived: () => isProbe && probe.arrived(),
    })
    gateway.open(path, performed)
    const ca = play.served === undefined ? undefined : await gateway.authority()
    const start = (): Promise<ClientRun> =>
      startClient({
        command: command ?? [],
        folder,
        timeoutMs: profile.timeoutMs,
        closed: closing.signal,
        submission: stage.submission,
        ...(ca !== undefined && { ca }),
        env: {
          ...env,
          QUOTE_BASE_URL: `${address}${play.path ?? ''}${STAGE_API}`,
          QUOTE_AUTH_URL: `${address}${STAGE_TOKEN}`,
          QUOTE_CLIENT_ID: stage.credentials.clientId,
          QUOTE_CLIENT_SECRET: stage.credentials.clientSecret,
          QUOTE_INTEGRATION_KEY: stage.credentials.integrationKey,
          QUOTE_JOURNEY: journey.join(','),
        },
        secrets: {
          'the client secret': stage.credentials.clientSecret,
          'the integration key': stage.credentials.integrationKey,
        },
        shown: (text) => redactor.text(text),
      })
    const runs = await Promise.all(Array.from({ length: play.together ?? 1 }, start))
    if (isProbe) probe.ended(play, performed, runs)
    platforms.delete(stage)
    await stage.close()
    return {
      requests: performed.requests,
      strayed: performed.strayed,
      runs,
      heldUpMs: heldUp.since(performed.began),
      tlsVersions: [...performed.tlsVersions],
    }
  }

  return {
    facts: {
      name: profile.name,
      environment: profile.environment,
      baseUrl: profile.publicUrl ?? own,
      apiVersion,
    },
    isolates: false,
    lacks: (need) => lackOf(need, profile),
    lost: () => probe.lost(),
    redact: (text) => redactor.text(text),
    shown: (evidence) => showing.evidence(evidence),
    showsTooMuch: (text) => showing.showsTooMuch(text),
    async ready() {
      const [program = ''] = command ?? []
      if (command !== undefined && programOf(program, folder, env.PATH) === undefined)
        return { why: `client.command: there is no program ${program} that can be run`, cause: 'profile' }
      try {
        await gateway.origin('http')
        return undefined
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        return { why: `client.listen: ${why}`, cause: 'network' }
      }
    },
    async lease({ id }): Promise<Lease<ClientPorts>> {
      const recorder = new Recorder(id)
      const generation = generationOf(id, { runs: RUNS, ...options, embedded: false })
      const ports: ClientPorts = {
        facts: { name: profile.name, journey, byHand: command === undefined },
        generation: generation.port,
        async perform(play) {
          const names = Array.from({ length: play.times ?? 1 }, (_, index) =>
            index === 0 ? play.name : `${play.name}-${index + 1}`,
          )
          const performances = await Promise.all(
            names.map((name) => limit(() => perform(play, name, recorder))),
          )
          return { journey, performances }
        },
      }
      return {
        ports,
        counterexamples: () => generation.counterexamples,
        exchanges: () => recorder.exchanges(),
        arrivals: () => [],
        release: async () => undefined,
      }
    },
    async close() {
      closing.abort()
      heldUp.stop()
      await gateway.close()
      await Promise.all([...platforms].map((stage) => stage.close()))
    },
  }
}

/** The canary of the run stands in a secret that is awkward anyway. */
function withCanary(play: Play, canary: string): Play {
  const { platform } = play
  if (platform?.secretSuffix === undefined) return play
  return { ...play, platform: { ...platform, secretSuffix: `${platform.secretSuffix}${canary}` } }
}
