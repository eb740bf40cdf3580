import type { Play } from '../../conformance/ports/client.ts'

/** Credentials of one play, as the client gets them. */
export interface PlayedCredentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly integrationKey: string
}

/** A request to a stage: the path is below the stage's own `/api`, or its `/oauth/token`. */
export interface StageRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Uint8Array
}

export interface StageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** A complete platform behind one play; nothing of it is known to any other play. */
export interface Stage {
  readonly credentials: PlayedCredentials
  /** The submission of the play, which it takes. */
  readonly submission: Readonly<Record<string, unknown>>
  handle(request: StageRequest): Promise<StageAnswer>
  close(): Promise<void>
}

/** A certificate with its key, as PEM texts. */
export interface StageCertificate {
  readonly key: string
  readonly cert: string
}

/** A certificate authority. Keys and certificates are PEM texts. */
export interface StageAuthority {
  /** Its own certificate. */
  readonly caPem: string
  /** Certifies a server for host names and IP addresses, and for nothing else. The certificate may not be one to be trusted. */
  certify(names: readonly string[], but?: 'self-signed' | 'expired'): Promise<StageCertificate>
}

/** Everything that the played platform is made of and that this room does not have. */
export interface StageFactory {
  /** @param origin where links in answers lead to */
  open(play: Play, origin: string): Stage
  /** A new authority each time. */
  authority(): Promise<StageAuthority>
}

/** Paths of every stage. */
export const STAGE_API = '/api'
export const STAGE_TOKEN = '/oauth/token'
