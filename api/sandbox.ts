import { sandboxOf } from '../sides/platform/sandbox/kind.ts'
import { startEmbedded } from '../targets/sandbox/index.ts'

export interface SandboxOptions {
  /** Ids of variants: legal ways to differ. */
  readonly variant?: readonly string[]
  /** Id of a mutant: the defect to show. */
  readonly mutant?: string
  /** The changelog version that the sandbox implements; default the newest. */
  readonly sandboxVersion?: string
  /** Port of the quote API; 0, the default, takes a free one. */
  readonly port?: number
  /** Default `virtual`: time stands still until the control API moves it. */
  readonly clock?: 'running' | 'real' | 'virtual'
  /** Serves https, with a certificate from an authority of its own. */
  readonly https?: boolean
  /** Seed of credentials, ids and tokens. */
  readonly seed?: number
}

/** A platform to develop a client against. */
export interface Sandbox {
  readonly baseUrl: string
  readonly authUrl: string
  readonly controlUrl: string
  /** Value of the header `x-control-secret`, which every control request needs. */
  readonly controlSecret: string
  /** PEM of the authority to trust; only with https. */
  readonly caPem?: string
  readonly credentials: {
    readonly client_id: string
    readonly client_secret: string
    readonly integration_key: string
  }
  /** A submission that becomes ready to bind. */
  readonly submission: Readonly<Record<string, unknown>>
  /** A complete profile of the sandbox, for `run`. */
  profile(): Record<string, unknown>
  close(): Promise<void>
}

/**
 * Starts the embedded platform on the loopback address.
 *
 * @throws ConformanceError USAGE for an unknown variant, mutant or version; the system's error for a port that is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { variant, mutant, sandboxVersion, ...server } = options
  const kind = {
    ...(variant === undefined ? {} : { variant }),
    ...(mutant === undefined ? {} : { mutant }),
    ...(sandboxVersion === undefined ? {} : { sandboxVersion }),
  }
  const { submission, ...sandbox } = await startEmbedded({ ...(await sandboxOf(kind)), ...server })
  return { ...sandbox, submission: { ...submission } }
}
