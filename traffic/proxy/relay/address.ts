import { usageError } from '../../../conformance/errors.ts'

/** An address to listen on. */
export interface ListenAddress {
  readonly host: string
  readonly port: number
}

const LOOPBACK = '127.0.0.1'

/**
 * Reads `host:port`, `[IPv6]:port`, or a port alone, which is one of this machine only.
 *
 * @throws ConformanceError USAGE
 */
export function listenAddress(text: string): ListenAddress {
  const [, named, ip6, plain, digits] = /^((?:\[([0-9a-f:.]+)\]|([\w.-]+)):)?(\d{1,5})$/i.exec(text) ?? []
  const port = Number(digits)
  if (digits !== undefined && port <= 65_535)
    return { host: named === undefined ? LOOPBACK : (ip6 ?? plain ?? LOOPBACK), port }
  throw usageError(`--listen ${text}: it should be an address and a port`, 'such as 127.0.0.1:4030')
}

/** Says whether only this machine reaches an address. */
export const isLoopback = (host: string): boolean =>
  /^127(\.\d{1,3}){3}$/.test(host) || host === '::1' || host.toLowerCase() === 'localhost'
