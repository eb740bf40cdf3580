import type { PlatformFacts, PlatformPorts } from '../../conformance/ports/platform.ts'
import type { PlatformNeed } from '../../conformance/ports/platform-needs.ts'
import type { Lease, LeaseRequest, Target, TargetFacts } from '../../conformance/ports/target.ts'
import type { Undo, UndoResult } from '../../conformance/ports/undo.ts'
import { suiteTime } from '../../conformance/suite-clock.ts'
import { canariesOf } from '../evidence/canaries.ts'
import { EvidenceSanitizer } from '../evidence/evidence-sanitizer.ts'
import { generationOf } from '../evidence/generation.ts'
import { Recorder } from '../evidence/recorder.ts'
import { Redactor } from '../evidence/redaction.ts'
import type { PlatformProfile } from '../profile/profile.ts'
import { handshakes } from '../transport/handshake.ts'
import { plainAnswers } from '../transport/plain.ts'
import { type SchemeProblem, schemeProblem } from '../transport/scheme.ts'
import { WebhookListener, webhookLease } from '../webhooks/index.ts'
import { byHandOf, isByHand } from './by-hand.ts'
import { secretsOf } from './credentials/secrets.ts'
import { TokenCache } from './credentials/token-cache.ts'
import { readOwnDescription } from './description.ts'
import { isDirect } from './direct.ts'
import { factsOf, reportedFacts } from './facts.ts'
import { openChannel, type SharedChannel } from './http/channel.ts'
import { httpPort } from './http/http-port.ts'
import { RequestSender } from './http/request-sender.ts'
import { senderAside } from './http/sender-aside.ts'
import { lackOf } from './needs.ts'
import { LeftToUndo } from './operator/left-to-undo.ts'
import { Operator } from './operator/operator.ts'
import { undoAll } from './operator/undoing.ts'
import type { PlatformOptions } from './options.ts'
import { ownPartner } from './partner-id.ts'
import { sharingOf } from './sharing.ts'
import { movedClock, realClock } from './time/clock.ts'
import { EventLoopPunctuality } from './time/event-loop-punctuality.ts'
import { listenerTime, settleTimesFor } from './time/listener-time.ts'
import { MessagesUnderWay } from './time/messages-under-way.ts'
import { AdaptiveTimeouts, immediateTimeouts, type RealTimeouts } from './time/real-timeouts.ts'
import { TimeBase } from './time/time-base.ts'
import { UniqueNumbers, type UniqueSeries } from './unique.ts'

/** A platform to be judged. */
export interface PlatformTarget extends Target<PlatformPorts> {
  /** How many requests were put off (429, 503), and the reduced rate that came of it; undefined where none was put off. */
  putOff(): PutOffs | undefined
  /** Everything that this run made and could not undo. */
  left(): readonly Undo[]
  /** Looks for the wrong scheme, or a certificate that no request gets past, at one of the profile's addresses. */
  schemeProblem(key: 'base_url' | 'auth_url'): Promise<SchemeProblem | undefined>
  /** Why the suite's own receiver cannot listen; undefined where it can. */
  receiverProblem(): Promise<string | undefined>
  /** Undoes what an earlier run left, within a time limit. */
  clean(undos: readonly Undo[]): Promise<readonly UndoResult[]>
}

export interface PutOffs {
  readonly requests: number
  /** Absent where the rate was not reduced. */
  readonly perSecond?: number
}

/** Opens a platform. Nothing is sent yet: see `preflight`. */
export async function openPlatform(
  profile: PlatformProfile,
  options: PlatformOptions,
): Promise<PlatformTarget> {
  const facts = factsOf(profile, options.apiVersion, (options.now ?? suiteTime)(), options.discovered)
  const closing = new AbortController()
  const time = new TimeBase()
  const redactor = options.redactor ?? new Redactor()
  for (const secret of secretsOf(profile)) redactor.add(secret)
  const channel = openChannel(profile, options, { redactor, time, closed: closing.signal })
  const isEmbedded = options.embedded ?? false
  const receiver = new WebhookListener({
    ...profile.webhooks,
    time: {
      traffic: new MessagesUnderWay(
        time,
        settleTimesFor(time, isEmbedded, profile.webhooks?.publicUrl),
        !isEmbedded,
      ),
      punctuality: new EventLoopPunctuality(),
    },
  })
  // A failure to listen is reported by the first scenario that waits for deliveries.
  if (isByHand(profile)) await receiver.welcome().catch(() => undefined)
  // It is not known whether a moved clock also runs on by itself. Counting both times refreshes a token too early rather than
  // too late.
  const tokens = new TokenCache(() => performance.now() + time.elapsed())
  const unique = options.unique ?? new UniqueNumbers(options.seed)
  const sanitizer = new EvidenceSanitizer(redactor, channel.own)
  const realTimeouts = realTimeoutsOf(profile, options)
  const leftToUndo = new LeftToUndo(options.journal)
  const undoer = () => {
    const { recorder, sender } = senderAside(channel)
    return new Operator({ profile, channel, sender, recorder, leftToUndo, targetNow: () => 0 })
  }
  const reported = reportedFacts(facts, { embedded: isEmbedded, ...ownPartner(profile) })
  return {
    facts: reported,
    isolates: false,
    ...sharingOf(profile, channel),
    lacks: (need) =>
      lackOf(need as PlatformNeed, { ...profile, outcomes: { ...options.discovered, ...profile.outcomes } }),
    lease: (request) =>
      leaseOf({
        ...{ request, profile, facts, reported, channel },
        ...{ receiver, tokens, realTimeouts, leftToUndo, options },
        unique: unique.series(request.id),
      }),
    lost: () => channel.deadTarget.reason(),
    misread: () => receiver.book.misread() ?? channel.misread.found() ?? channel.pointers.misread(),
    putOff: () => channel.rate.putOffs(),
    redact: (text) => redactor.text(text),
    shown: (evidence) => sanitizer.evidence(evidence),
    showsTooMuch: (text) => sanitizer.showsTooMuch(text),
    left: () => leftToUndo.left(),
    schemeProblem: (key) =>
      schemeProblem({
        key,
        address: key === 'base_url' ? profile.baseUrl : profile.authUrl,
        ca: profile.ca,
      }),
    receiverProblem: () => receiver.problem(),
    clean: (undos) => Promise.all(undos.map((undo) => undoer().undo(undo))),
    async close() {
      // Nothing has to be undone, since an embedded platform ends with everything in it.
      if (!options.embedded) await undoAll(leftToUndo, (undo) => undoer().undo(undo))
      closing.abort()
      time.close()
      await Promise.all([receiver.close(), channel.wire.close()])
    },
  }
}

interface LeaseParts {
  readonly request: LeaseRequest
  readonly profile: PlatformProfile
  readonly facts: PlatformFacts
  readonly reported: TargetFacts
  readonly channel: SharedChannel
  readonly receiver: WebhookListener
  readonly tokens: TokenCache
  readonly unique: UniqueSeries
  readonly realTimeouts: RealTimeouts
  readonly leftToUndo: LeftToUndo
  readonly options: PlatformOptions
}

async function leaseOf({
  request,
  profile,
  facts,
  reported,
  channel,
  receiver,
  tokens,
  unique,
  realTimeouts,
  leftToUndo,
  options,
}: LeaseParts): Promise<Lease<PlatformPorts>> {
  const { redactor, time, closed } = channel
  const recorder = new Recorder(request.id, channel.answerMemory)
  const virtual = profile.operator.advance_clock !== undefined
  const share = virtual ? await time.join() : undefined
  const targetNow = () => Math.round(clock.now())
  const sender = new RequestSender(channel, recorder, targetNow, share)
  const operator = new Operator({ profile, channel, sender, recorder, targetNow, leftToUndo })
  const moved = share && { base: time, share, advance: (ms: number) => operator.advance(ms) }
  const clock = moved
    ? movedClock({
        ...moved,
        closed,
        embedded: options.embedded ?? false,
        realTimeouts,
      })
    : realClock(closed, request.waiting)
  const webhooks = webhookLease({
    receiver,
    operator,
    time: listenerTime(clock, closed, moved && { ...moved, embedded: options.embedded ?? false }),
    redaction: redactor,
    ...byHandOf(profile),
    ...ownPartner(profile),
    answersWith: (text) => recorder.exchangesContaining(text),
    direct: isDirect(profile),
  })
  const end = () => ({
    targetMs: targetNow(),
    suiteMs: suiteTime(),
    reached: webhooks.port.reached(),
    addresses: webhooks.addresses(),
    ...(!virtual && { heldUpMs: webhooks.port.heldUpMs() }),
  })
  const generation = generationOf(request.id, { ...options, embedded: options.embedded ?? false, virtual })
  return {
    ports: {
      http: httpPort({
        ...{ profile, sender, recorder, redactor, tokens, operator },
        misread: channel.misread,
        aside: senderAside(channel),
        canaries: canariesOf(options.seed),
      }),
      operator,
      clock,
      webhooks: webhooks.port,
      facts,
      askInPlain: async (path) =>
        /^https:/i.test(profile.baseUrl) ? plainAnswers(new URL(profile.baseUrl + path)) : [],
      handshake: (version) => handshakes([profile.baseUrl, profile.authUrl], version, profile.ca),
      readDescription: () => readOwnDescription(profile, sender, recorder),
      unique,
      generation: generation.port,
      ledger: () => ({
        ...{ exchanges: recorder.exchanges(), arrivals: webhooks.arrivals() },
        ...{ until: end(), target: reported },
      }),
    },
    exchanges: () => recorder.exchanges(),
    arrivals: () => webhooks.arrivals(),
    end,
    counterexamples: () => generation.counterexamples,
    coverage: generation.coverage,
    async release() {
      recorder.release()
      await webhooks.release()
      share?.[Symbol.dispose]()
    },
  }
}

function realTimeoutsOf(
  { timing }: PlatformProfile,
  { embedded, realPatienceMs }: PlatformOptions,
): RealTimeouts {
  if (embedded) return immediateTimeouts
  return new AdaptiveTimeouts(realPatienceMs ?? timing.rating + timing.proposal + timing.issue)
}
