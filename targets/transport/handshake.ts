import { isIP } from 'node:net'
import { connect, type SecureVersion } from 'node:tls'
import { connectionWords } from '../../conformance/connection-words.ts'
import type { Handshake } from '../../conformance/ports/handshake.ts'
import { CannotTell } from '../../conformance/verdict.ts'
import { details } from './failures.ts'

const TIMEOUT_MS = 5000

/**
 * Offers exactly one TLS version to each https host among the addresses (section 5, rule 9). The certificate does not matter here:
 * every ordinary request checks it.
 *
 * @throws CannotTell when a host cannot be reached, or this machine cannot offer the version: neither is a refusal
 */
export async function handshakes(
  addresses: readonly string[],
  version: Handshake['version'],
  ca: string | undefined,
): Promise<readonly Handshake[]> {
  const hosts = addresses.map((address) => new URL(address)).filter((url) => url.protocol === 'https:')
  const distinct = [...new Map(hosts.map((url) => [url.host, url])).values()]
  return Promise.all(distinct.map((url) => handshake(url, version, ca)))
}

function handshake(url: URL, version: SecureVersion, ca: string | undefined): Promise<Handshake> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    let connected = false
    const socket = connect({
      host,
      port: Number(url.port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      minVersion: version,
      maxVersion: version,
      rejectUnauthorized: false,
      // OpenSSL offers the old versions only at its lowest security level.
      ...(version !== 'TLSv1.3' && { ciphers: 'DEFAULT@SECLEVEL=0' }),
      ...(ca !== undefined && { ca }),
    })
    const end = (then: () => void) => {
      clearTimeout(timer)
      socket.destroy()
      then()
    }
    const answer = (accepted: boolean, message: string) =>
      end(() => resolve({ host: url.host, version, accepted, message }))
    const unknown = (why: string) => end(() => reject(new CannotTell(`${url.host}: ${why}`)))
    const timer = setTimeout(
      () => (connected ? answer(false, `no answer within ${TIMEOUT_MS} ms`) : unknown('no connection')),
      TIMEOUT_MS,
    )
    socket.once('connect', () => {
      connected = true
    })
    socket.once('secureConnect', () =>
      answer(true, `${socket.getProtocol()} with ${socket.getCipher().name}`),
    )
    socket.once('error', (error) => {
      const { code, message } = details(error)
      if (/NO_PROTOCOLS_AVAILABLE|NO_CIPHERS_AVAILABLE|UNSUPPORTED_PROTOCOL_VERSION/.test(code)) {
        unknown(`this machine cannot offer ${version}`)
      } else if (connected) answer(false, connectionWords(code, message))
      else unknown(connectionWords(code, message))
    })
  })
}
