import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import type { CertificateFacts } from '../../conformance/ports/receiver.ts'
import { CannotTell } from '../../conformance/verdict.ts'
import { details } from '../transport/failures.ts'

const TIMEOUT_MS = 5000

/**
 * Looks at the certificate of an https host as a client would that trusts the given authorities, or the
 * machine's. It checks whether the chain is complete, whether it is for this host, and whether it is in date.
 * @throws CannotTell when no handshake comes about
 */
export function certificateOf(url: URL, ca: string | undefined): Promise<CertificateFacts> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(url.port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false,
      ...(ca !== undefined && { ca }),
    })
    const end = (then: () => void) => {
      clearTimeout(timer)
      socket.destroy()
      then()
    }
    const fail = (why: string) => end(() => reject(new CannotTell(`${url.host}: ${why}`)))
    const timer = setTimeout(() => fail(`no handshake within ${TIMEOUT_MS} ms`), TIMEOUT_MS)
    socket.once('error', (error) => fail(details(error).message))
    socket.once('secureConnect', () => {
      const facts = factsOf(socket)
      end(() => resolve({ host: url.host, authorityNamed: ca !== undefined, ...facts }))
    })
  })
}

function factsOf(socket: TLSSocket): Pick<CertificateFacts, 'trusted' | 'message' | 'selfSigned'> {
  const certificate = socket.getPeerX509Certificate()
  const selfSigned = certificate?.checkIssued(certificate) === true && !certificate.ca
  const issuer = certificate?.issuer.replaceAll('\n', ', ') ?? 'an unknown authority'
  const { authorized, authorizationError } = socket
  const why = authorizationError as string | Error | null
  const message = authorized ? `issued by ${issuer}` : String(why instanceof Error ? why.message : why)
  const own = selfSigned || /SELF_SIGNED_CERT$/.test(message)
  return { trusted: authorized, message, selfSigned: own }
}
