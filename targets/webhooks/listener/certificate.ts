import { isIP } from 'node:net'

const DAY_MS = 86_400_000

/**
 * Makes a self-signed certificate for this machine and one more host, valid for a month around now.
 *
 * @returns PEM texts
 */
export async function ownCertificate(host: string): Promise<{ readonly key: string; readonly cert: string }> {
  const { generate } = await import('selfsigned')
  const now = Date.now()
  const names = [...new Set(['localhost', '127.0.0.1', host])]
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - DAY_MS),
    notAfterDate: new Date(now + 30 * DAY_MS),
    extensions: [
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
      },
    ],
  })
  return { key: made.private, cert: made.cert }
}
