import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { connectionWords } from '../../conformance/connection-words.ts'
import { CannotTell } from '../../conformance/verdict.ts'
import { details } from './failures.ts'

const TIMEOUT_MS = 5000

/** The certificate of a host, as a client sees it. */
interface SeenCertificate {
  readonly trusted: boolean
  /** Who issued it, or why it is not trusted. */
  readonly message: string
  /** True where it is signed by itself. */
  readonly selfSigned: boolean
  /** True where only the authority is not trusted, but host name and dates are right. */
  readonly unknownAuthority: boolean
}

/**
 * Checks the chain, the host name and the dates of an https host's certificate. It trusts the given authorities, or the machine's.
 * @throws CannotTell when no handshake succeeds
 */
export function certificateOf(url: URL, ca: string | undefined): Promise<SeenCertificate> {
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
    socket.once('error', (error) => {
      const { code, message } = details(error)
      fail(connectionWords(code, message))
    })
    socket.once('secureConnect', () => {
      const facts = factsOf(socket)
      end(() => resolve(facts))
    })
  })
}

const AUTHORITY = /^(UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|CERT_UNTRUSTED|CERT_SIGNATURE)/

function factsOf(socket: TLSSocket): SeenCertificate {
  const certificate = socket.getPeerX509Certificate()
  const issuer = certificate?.issuer.replaceAll('\n', ', ') ?? 'an unknown authority'
  const { authorized, authorizationError } = socket
  const why = authorizationError as string | Error | null
  const { code, message } = why instanceof Error ? details(why) : { code: why ?? '', message: why ?? '' }
  const isItsOwn = certificate?.checkIssued(certificate) === true && !certificate.ca
  return {
    trusted: authorized,
    message: authorized ? `issued by ${issuer}` : connectionWords(code, message),
    selfSigned: isItsOwn || /SELF_SIGNED_CERT$/.test(code),
    unknownAuthority: AUTHORITY.test(code),
  }
}
