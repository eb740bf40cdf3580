import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { SecureVersion } from 'node:tls'

/** Settings of a TLS server: PEM texts and the oldest protocol version that it accepts. */
export interface Tls {
  readonly key: string
  readonly cert: string
  readonly minVersion: SecureVersion
  readonly ciphers?: string
}

/** A server's key and certificate as PEM texts. */
export interface KeyAndCertificate {
  readonly key: string
  readonly cert: string
}

export interface Identity extends KeyAndCertificate {
  readonly caPem: string
}

/** A reason why a certificate cannot be trusted although its host names are right. */
export type Untrusted = 'self-signed' | 'expired'

/** A certificate authority for this process alone. */
export interface Authority {
  /** Its own certificate as a PEM text. */
  readonly caPem: string
  /** Issues a certificate for host names and IP addresses, and for nothing else. */
  certify(names: readonly string[], but?: Untrusted): Promise<KeyAndCertificate>
}

/** Made once in a process: all its sandboxes use the same certificate. */
let identity: Promise<Identity> | undefined

const DAY = 86_400_000

/** A new certificate authority. */
export async function makeAuthority(): Promise<Authority> {
  const { generate } = await import('selfsigned')
  const now = Date.now()
  const common = {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - DAY),
    notAfterDate: new Date(now + 365 * DAY),
  } as const
  const ca = await generate([{ name: 'commonName', value: 'Quote sandbox CA' }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  return {
    caPem: ca.cert,
    async certify(names, but) {
      const [first = ''] = names
      const server = await generate([{ name: 'commonName', value: first }], {
        ...common,
        ...(but === 'expired' && {
          notBeforeDate: new Date(now - 3 * DAY),
          notAfterDate: new Date(now - DAY),
        }),
        ...(but !== 'self-signed' && { ca: { key: ca.private, cert: ca.cert } }),
        extensions: [
          { name: 'basicConstraints', cA: false },
          { name: 'keyUsage', digitalSignature: true, critical: true },
          { name: 'extKeyUsage', serverAuth: true },
          {
            name: 'subjectAltName',
            altNames: names.map((name) =>
              isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name },
            ),
          },
        ],
      })
      return { key: server.private, cert: server.cert }
    },
  }
}

/** The sandbox's own certificate authority, and a certificate for this machine that it signed. */
export async function makeIdentity(): Promise<Identity> {
  const { caPem, certify } = await makeAuthority()
  return { caPem, ...(await certify(['localhost', '127.0.0.1'])) }
}

/** Says whether the certificate of an identity that was kept is still valid. */
export const isValid = ({ cert }: Identity): boolean =>
  Date.parse(new X509Certificate(cert).validTo) > Date.now()

/**
 * @param minVersion a version older than TLS 1.2 is a breach (5, rule 9) on purpose
 * @param chosen may replace the identity of this process
 */
export async function prepareTls(
  minVersion: SecureVersion,
  chosen = (made: Identity): Identity => made,
): Promise<{ tls: Tls; caPem: string }> {
  identity ??= makeIdentity()
  const { caPem, key, cert } = chosen(await identity)
  const outdated = minVersion === 'TLSv1' || minVersion === 'TLSv1.1'
  // At its usual security level, OpenSSL refuses the hash functions of the old versions.
  return { caPem, tls: { key, cert, minVersion, ...(outdated ? { ciphers: 'DEFAULT@SECLEVEL=0' } : {}) } }
}
