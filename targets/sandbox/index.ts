import { readFile } from 'node:fs/promises'
import type { SecureVersion } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { mergePatch } from '../../conformance/json/merge-patch.ts'
import { type BehaviourChanges, changeBehaviour, standardBehaviour } from './behaviour.ts'
import type { Clock } from './clock.ts'
import { startClock } from './clock-start.ts'
import { CONTROL_DESCRIPTION, createControl } from './control/server.ts'
import { expiredToken } from './credentials/tokens.ts'
import { startDeliveries } from './deliveries/sender.ts'
import { createApi, DESCRIPTION_NAME, SANDBOX_TOKEN_PATH } from './http/api.ts'
import { listenForBoth } from './http/both.ts'
import { listenOnLoopback } from './http/server.ts'
import { isValid, prepareTls } from './http/tls.ts'
import type { Memory, SandboxData } from './keeping/memory.ts'
import { knownGood } from './known-good.ts'
import { openFirstAccounts, type SandboxCredentials } from './office/first-accounts.ts'
import { createPlatform } from './platform.ts'
import type { PortalOptions } from './portals/index.ts'
import type { SiteFacts } from './portals/site.ts'
import { profileOf } from './profile.ts'
import { resumeQuotes } from './quotes/later.ts'
import type { ValidSubmission } from './quotes/quote.ts'
import { startRandom } from './random.ts'
import { createTraffic, noteAnswers, noteTimers, type TrafficEntry } from './traffic.ts'

export type { Behaviour, BehaviourChanges } from './behaviour.ts'
export type { SandboxData } from './keeping/memory.ts'
export type { TrafficEntry } from './traffic.ts'

export interface EmbeddedOptions {
  /** Port of the quote API; 0, the default, takes any free one. */
  readonly port?: number
  /** Port of the control API; likewise. */
  readonly controlPort?: number
  /** Default `virtual`: time stands still until the control API moves it. */
  readonly clock?: Clock['kind']
  /** Rating, documents and issue take real time, whatever clock the rest uses. */
  readonly worksInRealTime?: boolean
  /** Serves both on https, with a certificate signed by the sandbox's own authority. */
  readonly https?: boolean
  /** The profile makes the suite's receiver listen on https, and says how the platform gets its certificate. */
  readonly webhooksOnHttps?: boolean
  /** Oldest TLS version that is accepted. Default `TLSv1.2`; an older one is a breach on purpose. */
  readonly minTlsVersion?: SecureVersion
  /** Serves the quote API without TLS as well, on the same port; a breach on purpose. */
  readonly plainToo?: boolean
  /** File name of the OpenAPI document to publish. Default: the one of this project. */
  readonly descriptionPath?: string
  /** Makes ids, credentials and tokens the same in every run with this seed. */
  readonly seed?: number
  /** PEM text of a further authority to trust for webhook receivers on https. */
  readonly webhookCa?: string
  /** Is called with each request and each attempt to deliver an event after its end. */
  readonly watched?: (entry: TrafficEntry) => void
  /** Serves the portals beside the quote API. Their code is loaded only then. */
  readonly portals?: PortalOptions
  /** A merge patch of the known-good submission. */
  readonly knownGood?: Readonly<Record<string, unknown>>
  /** Offers addresses for receivers that only a listener reaches. */
  readonly listeners?: boolean
  /** Where everything is stored. A sandbox goes on with what is there. Default: all is forgotten at the end. */
  readonly data?: SandboxData
  /** Differences of this platform from a conformant one. */
  readonly behaviour?: BehaviourChanges
}

/** A running sandbox. */
export interface EmbeddedSandbox {
  readonly baseUrl: string
  readonly authUrl: string
  readonly controlUrl: string
  /** The value of the header `x-control-secret` in every control request. */
  readonly controlSecret: string
  readonly descriptionUrl: string
  /** Address that signs a browser in as the operator; only with portals. It contains the control secret. */
  readonly operatorUrl?: string
  /** Address of the control API's OpenAPI document; it needs no secret. */
  readonly controlDescriptionUrl: string
  /** Certificate of the authority to trust; only with https. */
  readonly caPem?: string
  readonly credentials: SandboxCredentials & {
    /** A token of the first partner that has expired. */
    readonly expired_token: string
  }
  /** A submission that becomes ready to bind. */
  readonly submission: ValidSubmission
  /** Some of its work takes real time, even if its clock is moved. */
  readonly worksInRealTime: boolean
  /** A complete platform profile that drives this sandbox; with https the caller adds `tls.ca`. */
  profile(): Record<string, unknown>
  /** Stops serving, drops open connections and cancels all timers. */
  close(): Promise<void>
}

const ownDescription = (): string => fileURLToPath(new URL('../../spec/openapi.yaml', import.meta.url))

/**
 * Starts the embedded platform on the loopback address.
 *
 * @throws the system's error when a port is taken
 * @throws ConformanceError when its data cannot be used
 */
export async function startEmbedded(options: EmbeddedOptions = {}): Promise<EmbeddedSandbox> {
  const { port = 0, controlPort = 0, clock: kind = 'virtual', minTlsVersion = 'TLSv1.2' } = options
  const machine = options.worksInRealTime === true ? startClock('real') : undefined
  // Loaded late: most sandboxes live in memory only.
  const memory = options.data && (await import('./keeping/memory.ts')).remember(options.data)
  const traffic = createTraffic(options.watched)
  const noted = <C extends Clock>(clock: C): C =>
    options.portals === undefined ? clock : noteTimers(clock, traffic)
  const platform = createPlatform({
    behaviour: changeBehaviour(standardBehaviour, options.behaviour ?? {}),
    clock: noted(startClock(kind, memory?.clock)),
    random: startRandom(options.seed, memory?.starts),
    traffic,
    ...(memory && { keeping: memory.keeping }),
    ...(machine && { work: noted(machine) }),
  })
  memory?.follow(platform.clock)
  const once: Memory['once'] = memory?.once ?? ((_name, make) => make())
  const credentials = once('credentials', () => openFirstAccounts(platform))
  let facts: SiteFacts | undefined
  const controlSecret = once('control-secret', () => platform.random.secret())
  const secured =
    options.https === true
      ? await prepareTls(minTlsVersion, (made) => once('tls', () => made, isValid))
      : undefined
  const descriptionFile = options.descriptionPath ?? ownDescription()
  const api = createApi(platform, { tls: secured?.tls, descriptionFile })
  const plain =
    options.plainToo === true ? createApi(platform, { tls: undefined, descriptionFile }) : undefined
  if (options.listeners === true) (await import('./relay/routes.ts')).addRelay(api, () => platform.origin)
  let both: Awaited<ReturnType<typeof listenForBoth>> | undefined
  const control = createControl(platform, { tls: secured?.tls, secret: controlSecret })
  if (options.watched !== undefined || options.portals !== undefined) {
    noteAnswers(api, 'request', platform)
    noteAnswers(control, 'control', platform)
  }
  for (const server of [api, control, ...(plain ? [plain] : [])]) memory?.guard(server)
  // With listeners the sandbox delivers to itself.
  const trusted = [options.webhookCa, options.listeners === true ? secured?.caPem : undefined]
  const ca = trusted.filter((pem) => pem !== undefined).join('\n')
  const keepsExchanges = options.portals !== undefined
  const sender = startDeliveries(platform, { ...(ca !== '' && { ca }), keepsExchanges })
  resumeQuotes(platform)
  if (options.portals !== undefined) {
    const { addPortals } = await import('./portals/index.ts')
    addPortals(api, options.portals, {
      ...{ platform, queue: sender, isHttps: secured !== undefined, once },
      description: platform.behaviour.http.description(await readFile(descriptionFile, 'utf8')),
      facts() {
        // They are known once the servers listen, and no page is shown before.
        if (facts === undefined) throw new TypeError('the sandbox does not listen yet')
        return facts
      },
    })
  }
  const close = async (): Promise<void> => {
    sender.close()
    platform.clock.stop()
    both?.close()
    await plain?.close()
    machine?.stop()
    await Promise.all([api.close(), control.close()])
    memory?.close()
  }
  const listenAs = async (wanted: number): Promise<string> => {
    if (plain === undefined) return listenOnLoopback(api, wanted)
    both = await listenForBoth(api, plain, wanted)
    return both.origin
  }
  let controlUrl: string
  try {
    ;[platform.origin, controlUrl] = await Promise.all([
      listenAs(port),
      listenOnLoopback(control, controlPort),
    ])
  } catch (error) {
    await close()
    throw error
  }
  const baseUrl = `${platform.origin}${platform.behaviour.http.basePath}`
  const [client] = platform.directory.clients.values()
  const expired = client === undefined ? '' : expiredToken(client, platform)
  const known = {
    baseUrl,
    authUrl: `${platform.origin}${SANDBOX_TOKEN_PATH}`,
    controlUrl,
    controlSecret,
    descriptionUrl: `${baseUrl}${DESCRIPTION_NAME}`,
    controlDescriptionUrl: `${controlUrl}${CONTROL_DESCRIPTION}`,
    credentials: { ...credentials, expired_token: expired },
    submission: mergePatch(knownGood(platform.clock.now()), options.knownGood ?? {}) as ValidSubmission,
  }
  facts = { ...known, submission: { ...known.submission } }
  return {
    ...known,
    ...(secured === undefined ? {} : { caPem: secured.caPem }),
    ...(options.portals && { operatorUrl: `${platform.origin}/operator/enter/${controlSecret}` }),
    worksInRealTime: machine !== undefined,
    profile: () =>
      profileOf({
        ...known,
        movable: kind !== 'real',
        webhooksOnHttps: options.webhooksOnHttps === true,
      }),
    close,
  }
}
