import { sandboxOf } from '../sides/platform/sandbox/kind.ts'
import { startSandbox as startEmbedded } from '../targets/sandbox/index.ts'

export interface SandboxOptions {
  /** Ids of legal ways to differ. */
  readonly variant?: readonly string[]
  /** Id of a defect to show. */
  readonly mutant?: string
  /** Version of the changelog that it has; default the newest. */
  readonly sandboxVersion?: string
  /** Port of the quote API; 0, the default, takes a free one. */
  readonly port?: number
  /** Default `virtual`: time stands still until the control API moves it. */
  readonly clock?: 'running' | 'real' | 'virtual'
  /** Serves https, with a certificate of an authority of its own. */
  readonly https?: boolean
  /** Seed of credentials, ids and tokens. */
  readonly seed?: number
}

/** A platform to develop a client against. */
export interface Sandbox {
  readonly baseUrl: string
  readonly authUrl: string
  readonly controlUrl: string
  /** For the header `x-control-secret` of every control request. */
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
  /** A whole profile of it, for `run`. */
  profile(): Record<string, unknown>
  close(): Promise<void>
}

/**
 * Starts the embedded platform on the loopback address.
 *
 * @throws ConformanceError USAGE for a variant, mutant or version that there is not; the system's error for a port that is taken
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
