import type { IncomingHttpHeaders } from 'node:http'

/** Names of this machine; a page that is asked for under any other name came here through a forged name server. */
const OWN_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]'])

const hostnameOf = (host: string): string => host.replace(/:\d*$/, '').toLowerCase()

/** Says whether a request names this machine as its host, under any port. */
export const isOwnHost = ({ host }: IncomingHttpHeaders): boolean => OWN_NAMES.has(hostnameOf(host ?? ''))

/** Methods that change nothing. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Says whether a request that changes something was sent by a page of another site. Browsers tell; programs that tell nothing are
 * left to the token of the form.
 */
export function isForeign(method: string, headers: IncomingHttpHeaders): boolean {
  if (READING.has(method)) return false
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  if (origin === undefined) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}

/** Reads an address within this site from a request; anything else, such as another site's, becomes the fallback. */
export function localPath(given: unknown, fallback: string): string {
  const own = 'http://localhost'
  if (typeof given !== 'string' || !given.startsWith('/') || !URL.canParse(given, own)) return fallback
  const { origin, pathname, search } = new URL(given, own)
  // A path that begins with two slashes names a host when it is followed.
  return origin === own && !pathname.startsWith('//') ? pathname + search : fallback
}
