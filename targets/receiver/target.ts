import { createHash, createHmac } from 'node:crypto'
import type { Obstacle } from '../../conformance/events.ts'
import type {
  CertificateFacts,
  ReceiverFacts,
  ReceiverNeed,
  ReceiverPorts,
  SecretChoice,
} from '../../conformance/ports/receiver.ts'
import type { Lease, LeaseRequest, Target } from '../../conformance/ports/target.ts'
import { CannotTell } from '../../conformance/verdict.ts'
import { canariesOf } from '../evidence/canaries.ts'
import { EventLoopDelay } from '../evidence/event-loop-delay.ts'
import { EvidenceSanitizer } from '../evidence/evidence-sanitizer.ts'
import { type GenerationOptions, generationOf } from '../evidence/generation.ts'
import { Recorder } from '../evidence/recorder.ts'
import { Redactor } from '../evidence/redaction.ts'
import type { ReceiverProfile } from '../profile/index.ts'
import { certificateOf } from '../transport/certificate.ts'
import { handshakes } from '../transport/handshake.ts'
import { pause } from '../transport/pause.ts'
import { schemeProblem } from '../transport/scheme.ts'
import { Wire } from '../transport/wire.ts'
import { DeliverySender } from '../webhooks/index.ts'
import { Courier } from './courier.ts'
import { readEffects } from './effects.ts'
import { receiverLackOf } from './needs.ts'
import { reach, refuses } from './reach.ts'
import { restart } from './restart.ts'

/** A receiver to be judged. */
export interface ReceiverTarget extends Target<ReceiverPorts> {
  /** Checks whether the receiver listens at all. Sends nothing. */
  ready(): Promise<Obstacle | undefined>
  /** Lines for the user about the end of a run that was given up. */
  remark(): string | undefined
}

export interface ReceiverOptions extends GenerationOptions {
  readonly seed: number
  /** The changelog version that the run judges by. */
  readonly apiVersion: string
  /** The limit for an answer, in milliseconds. */
  readonly answerMs: number
  /** How many deliveries the run may send at most. */
  readonly mostDeliveries: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Default number of cases of each property. */
const RUNS = 40
const EFFECTS_BYTES = 16 * 1024 * 1024

/** Opens a receiver. Nothing is sent yet. */
export function openReceiver(profile: ReceiverProfile, options: ReceiverOptions): ReceiverTarget {
  const { seed, apiVersion, answerMs, mostDeliveries, now } = options
  // A receiver may remember ids of an earlier run, even of one with the same seed: so ids contain this time.
  const began = now()
  const closing = new AbortController()
  const ca = profile.ca === undefined ? {} : { ca: profile.ca }
  const sender = new DeliverySender({ url: profile.url, ...ca })
  const wire = new Wire({ maxBodyBytes: EFFECTS_BYTES, ...ca })
  const canary = canariesOf(seed).signingSecret
  const redactor = new Redactor([...Object.values(profile.secrets), canary])
  const loopDelay = new EventLoopDelay()
  const courier = new Courier({
    loopDelay: loopDelay,
    ...{ sender, answerMs, now },
    url: profile.url,
    most: mostDeliveries,
    listens: async () => !(await refuses(new URL(profile.url))),
    sleep: (ms) => pause(ms, closing.signal),
    closed: closing.signal,
    redact: (text) => redactor.text(text),
  })
  const sanitizer = new EvidenceSanitizer(redactor)
  const secrets = { ...profile.secrets, foreign: digest(String(seed), 'a secret of nobody') }
  const facts = factsOf(profile)
  const found = new Map<string, Promise<unknown>>()
  // By the specification a receiver need only bear one delivery at a time, so one scenario is exclusive at first.
  let sharing = 1
  let ending: { readonly obstacle: Obstacle; readonly remark?: string } | undefined

  const portsOf = (
    id: string,
    recorder: Recorder,
    generation: ReturnType<typeof generationOf>,
    waiting: LeaseRequest['waiting'],
  ): ReceiverPorts => {
    let counter = 0
    return {
      facts,
      canary,
      now,
      sleep(ms, what) {
        if (what !== undefined) waiting?.(what, ms)
        return pause(ms, closing.signal)
      },
      unique: () => digest(`${seed} ${began}`, `${id} ${counter++}`).slice(0, 32),
      generation: generation.port,
      mac(choice, text, hash = 'sha256') {
        const secret = secrets[choice]
        if (secret === undefined)
          throw new CannotTell(
            `no ${choice} signing secret in the profile`,
            `receiver.${choice}_signing_secret`,
          )
        return createHmac(hash, secret).update(text, 'utf8').digest()
      },
      async once<T>(name: string, make: () => Promise<T>): Promise<T> {
        const known = found.get(name) ?? make()
        found.set(name, known)
        // The caller that uses a name knows the type of its value.
        return (await known) as T
      },
      share(scenarios) {
        sharing = scenarios
      },
      send: (delivery, more = {}) => courier.send(delivery, more, recorder),
      sendTogether: (deliveries, more = {}) => courier.sendTogether(deliveries, more, recorder),
      sendBesideIdle: (first, second) => courier.sendBesideIdle(first, second, recorder),
      sendOverOne: (deliveries) => courier.sendOverOne(deliveries, recorder),
      giveUp(why, said) {
        ending ??= { obstacle: why, ...(said !== undefined && { remark: said }) }
        courier.lose(why.why)
      },
      checkWith: (make) => courier.checkWith(make),
      listens: async () => !(await refuses(new URL(profile.url))),
      async processed() {
        if (profile.effects === undefined)
          throw new CannotTell('it cannot be read what the receiver processed', 'receiver.effects')
        if (courier.lost() !== undefined)
          return { problem: 'the receiver was lost before its effects were read' }
        return readEffects({ url: profile.effects, wire, now }, recorder)
      },
      restart: () => restart(profile, closing.signal),
      handshake: async (version) => (await handshakes([profile.url], version, profile.ca).catch(() => []))[0],
      certificate: () => certificateFacts(profile),
    }
  }

  return {
    facts: { name: facts.name, environment: facts.environment, baseUrl: facts.url, apiVersion },
    isolates: false,
    sharing: () => sharing,
    lacks: (need) => receiverLackOf(need as ReceiverNeed, profile),
    ready: () => obstacleTo(profile),
    obstacle: () => ending?.obstacle,
    remark: () => ending?.remark && redactor.text(ending.remark),
    // Several deliveries in a row had no answer at all.
    lost: () => courier.lost(),
    redact: (text) => redactor.text(text),
    shown: (evidence) => sanitizer.evidence(evidence),
    showsTooMuch: (text) => sanitizer.showsTooMuch(text),
    async lease({ id, waiting }): Promise<Lease<ReceiverPorts>> {
      const recorder = new Recorder(id)
      const generation = generationOf(id, { runs: RUNS, ...options, embedded: false, virtual: false })
      return {
        ports: portsOf(id, recorder, generation, waiting),
        counterexamples: () => generation.counterexamples,
        exchanges: () => recorder.exchanges(),
        arrivals: () => [],
        release: async () => undefined,
      }
    },
    async close() {
      closing.abort()
      loopDelay.stop()
      sender.close()
      await wire.close()
    },
  }

  function factsOf(of: ReceiverProfile): ReceiverFacts {
    return {
      name: of.name,
      environment: of.environment,
      url: redactor.fields(of.url),
      partnerId: of.partnerId ?? 'partner-conformance',
      brokerageId: of.brokerageId ?? 'brokerage-conformance',
      brokerageNamed: of.brokerageId !== undefined,
      secrets: new Set(Object.keys(secrets) as SecretChoice[]),
      effects: of.effects !== undefined,
      effectsMs: of.effectsMs,
      ...(of.repeatsMs !== undefined && { repeatsMs: of.repeatsMs }),
    }
  }
}

/** Nothing listens, the server speaks another scheme, or the profile does not name the authority of its certificate. */
async function obstacleTo({ url, ca, environment }: ReceiverProfile): Promise<Obstacle | undefined> {
  const unreached = await reach(new URL(url))
  if (unreached !== undefined) return unreached
  const problem = await schemeProblem({ key: 'receiver.url', address: url, ca })
  // Any other wrong certificate is a breach, which claims judge.
  const isJudged = ca !== undefined || environment === 'production' || problem?.cause === 'target'
  if (problem === undefined || (problem.lies === 'certificate' && isJudged)) return undefined
  return { why: `receiver.url: ${problem.why}`, cause: problem.cause }
}

async function certificateFacts({ url, ca }: ReceiverProfile): Promise<CertificateFacts> {
  const { trusted, message, selfSigned } = await certificateOf(new URL(url), ca)
  return { host: new URL(url).host, authorityNamed: ca !== undefined, trusted, message, selfSigned }
}

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex')
