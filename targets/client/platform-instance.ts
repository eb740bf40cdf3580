import type { Session } from '../../conformance/ports/client.ts'

/** Credentials of one session, as the client gets them. */
export interface GivenCredentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly integrationKey: string
}

/** A request to an instance: its path is below the instance's own `/api`, or is `/oauth/token`. */
export interface PlatformRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Uint8Array
}

export interface PlatformAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** A complete platform for one session; it shares nothing with other sessions. */
export interface PlatformInstance {
  readonly credentials: GivenCredentials
  /** The submission of the session, which this platform accepts. */
  readonly submission: Readonly<Record<string, unknown>>
  handle(request: PlatformRequest): Promise<PlatformAnswer>
  close(): Promise<void>
}

/** A certificate with its key, as PEM texts. */
export interface ServerCertificate {
  readonly key: string
  readonly cert: string
}

/** A certificate authority. Keys and certificates are PEM texts. */
export interface CertificateAuthority {
  /** Its own certificate. */
  readonly caPem: string
  /**
   * Issues a certificate for host names and IP addresses, and for nothing else. On request, the certificate is one that cannot be
   * trusted.
   */
  certify(names: readonly string[], but?: 'self-signed' | 'expired'): Promise<ServerCertificate>
}

/** Makes everything of the simulated platform that this folder does not have. */
export interface PlatformFactory {
  /** @param origin the origin of links in answers */
  open(session: Session, origin: string): PlatformInstance
  /** Makes a new authority. */
  authority(): Promise<CertificateAuthority>
}

/** Paths that every instance has. */
export const API_PATH = '/api'
export const TOKEN_PATH = '/oauth/token'
