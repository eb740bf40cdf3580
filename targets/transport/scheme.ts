import { connect } from 'node:tls'
import type { Obstacle } from '../../conformance/events.ts'
import { CannotTell } from '../../conformance/verdict.ts'
import { certificateOf } from './certificate.ts'
import { details } from './failures.ts'
import { plainAnswers } from './plain.ts'

/** A problem that makes every request to an address fail. */
export interface SchemeProblem extends Obstacle {
  /** The server speaks another scheme than the address has, or its certificate is not trusted. */
  readonly lies: 'scheme' | 'certificate'
}

/** Short, since a server may wait for the rest of what it takes for an incomplete request. */
const TIMEOUT_MS = 1500

/** An address and its place in the profile. */
export interface NamedAddress {
  /** The key of the profile. */
  readonly key: string
  readonly address: string
  /** PEM text of the authorities that `tls.ca` names. */
  readonly ca: string | undefined
}

/**
 * Finds out whether an address has the wrong scheme, or a certificate that makes every request fail. Sends a TLS handshake; where
 * that fails on https also a plain request without credentials.
 *
 * @returns the problem in words that name the key; undefined where scheme and certificate are right, or nothing is there
 */
export async function schemeProblem({ key, address, ca }: NamedAddress): Promise<SchemeProblem | undefined> {
  const url = new URL(address)
  if (url.protocol === 'http:') {
    if (!(await speaksTls(url))) return undefined
    return {
      ...{ cause: 'profile', lies: 'scheme' },
      why: `the server speaks https, not http: ${key} should begin with https://`,
    }
  }
  try {
    const { trusted, unknownAuthority, message } = await certificateOf(url, ca)
    if (trusted) return undefined
    if (!unknownAuthority) return { why: message, cause: 'target', lies: 'certificate' }
    const remedy =
      ca === undefined
        ? 'tls.ca should name the PEM file of that authority'
        : 'tls.ca names another authority than the one that signed it'
    return { why: `${message}: ${remedy}`, cause: 'profile', lies: 'certificate' }
  } catch (error) {
    if (!(error instanceof CannotTell)) throw error
    const answers = await plainAnswers(url)
    if (!answers.some(({ status }) => status !== undefined)) return undefined
    return {
      ...{ cause: 'profile', lies: 'scheme' },
      why: `the server speaks http, not https: ${key} should begin with http://`,
    }
  }
}

/** Says whether a handshake is answered in TLS, even by a refusal. */
function speaksTls(url: URL): Promise<boolean> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(url.port || 80), rejectUnauthorized: false })
    const end = (answer: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answer)
    }
    const timer = setTimeout(() => end(false), TIMEOUT_MS)
    socket.once('secureConnect', () => end(true))
    socket.once('error', (error) => end(/_ALERT_/.test(details(error).code)))
  })
}
