import type { SecureVersion } from 'node:tls'

/** Settings of a TLS server: PEM texts and the oldest protocol version that it accepts. */
export interface Tls {
  readonly key: string
  readonly cert: string
  readonly minVersion: SecureVersion
  readonly ciphers?: string
}

export interface Identity {
  readonly caPem: string
  readonly key: string
  readonly cert: string
}

/** Made once in a process: every sandbox in it answers with the same certificate. */
let identity: Promise<Identity> | undefined

const DAY = 86_400_000

/** A certificate authority of the sandbox's own, and a certificate for 127.0.0.1 and localhost that it signed. */
export async function makeIdentity(): Promise<Identity> {
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
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...common,
    ca: { key: ca.private, cert: ca.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  return { caPem: ca.cert, key: server.private, cert: server.cert }
}

/**
 * @param minVersion anything older than TLS 1.2 is a breach (5, rule 9), here to be made on purpose
 */
export async function prepareTls(minVersion: SecureVersion): Promise<{ tls: Tls; caPem: string }> {
  identity ??= makeIdentity()
  const { caPem, key, cert } = await identity
  const outdated = minVersion === 'TLSv1' || minVersion === 'TLSv1.1'
  // OpenSSL signs nothing with the hashes of the old versions at its usual security level.
  return { caPem, tls: { key, cert, minVersion, ...(outdated ? { ciphers: 'DEFAULT@SECLEVEL=0' } : {}) } }
}
