import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { Environment } from '../../conformance/environment.ts'
import { usageError } from '../../conformance/errors.ts'
import type { EntryKind } from '../../conformance/ledger.ts'
import { isSystemError, reasonOf } from '../../conformance/system-error.ts'
import { loadSpec } from '../../spec/index.ts'
import { secretsOf } from '../../targets/platform/credentials/secrets.ts'
import { loadProfile, type PlatformProfile } from '../../targets/profile/index.ts'
import type { Judged } from './judging/breach.ts'
import { openRecorder, type RecorderNews } from './judging/recorder.ts'
import { roomFor } from './record/body-watch.ts'
import { isLoopback, type ListenAddress } from './relay/address.ts'
import { openRelay, type Relay } from './relay/relay.ts'
import { HOOKS, routesTo } from './relay/routes.ts'

export interface ProxyOptions {
  /** The profile of the platform. */
  readonly target: string
  readonly env: Environment
  readonly listen: ListenAddress
  /** Files of a key and a certificate, where the proxy is reached by TLS. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Address of the partner's receiver; absent where no deliveries are passed on. */
  readonly deliverTo?: string
  /** Kinds of entries that all pass through the proxy. */
  readonly whole: readonly EntryKind[]
  readonly apiVersion?: string
  /** An existing folder for `traffic.jsonl`. */
  readonly folder: string
  /** Milliseconds since the epoch. */
  now(): number
}

/** A proxy that listens. */
export interface Proxy {
  /** Addresses for clients, each with the one behind it. Of the receiver only the origin, since its path may be secret. */
  readonly addresses: {
    readonly base: { readonly here: string; readonly there: string }
    readonly auth: { readonly here: string; readonly there: string }
    readonly hooks?: { readonly here: string; readonly there: string }
  }
  readonly file: string
  /** The changelog version that it judges by. */
  readonly apiVersion: string
  /** Other machines can reach it. */
  readonly isExposed: boolean
  /** Ends it; undefined where the recording has failed. */
  end(): Promise<Judged | undefined>
}

/** Bytes of bodies that may be kept while they pass. */
const MOST_KEPT = 64 * 1024 * 1024

/**
 * Opens a proxy before a platform.
 *
 * @throws ConformanceError PROFILE_INVALID, USAGE, or that of a version that is unknown
 */
export async function openProxy(options: ProxyOptions, news: RecorderNews): Promise<Proxy> {
  const { listen, tls, deliverTo, whole, folder, now } = options
  const profile = await loadProfile(options.target, options.env)
  const { baseUrl, authUrl, credentials, webhooks, ca } = profile
  if (deliverTo !== undefined) checkPaths(profile)
  const pem = tls && readPem(tls)
  const file = join(folder, 'traffic.jsonl')
  if (existsSync(file)) throw usageError(`--out ${folder} has a recording already`, 'name a new folder')
  if (existsSync(join(folder, 'results.jsonl')))
    throw usageError(`--out ${folder} has a run already`, 'name a new folder')
  const apiVersion = options.apiVersion ?? profile.apiVersion
  // Refused here, since an error of the thread would look like a fault of the suite.
  const spec = await loadSpec(apiVersion === undefined ? {} : { version: apiVersion })
  const recorder = await openRecorder(
    {
      platform: { baseUrl, authUrl, credentials, ...(webhooks && { webhooks }) },
      secrets: secretsOf(profile),
      ...(apiVersion !== undefined && { apiVersion }),
      ...{ whole, file },
    },
    news,
  )
  const began = performance.now()
  let number = 0
  const routes = routesTo({
    ...{ baseUrl, authUrl },
    ...(deliverTo !== undefined && { deliverTo }),
    ...(ca !== undefined && { ca }),
  })
  let relay: Relay
  try {
    relay = await openRelay({ ...listen, ...(pem && { tls: pem }) }, routes, {
      room: roomFor(MOST_KEPT),
      now,
      since: () => performance.now() - began,
      next: () => {
        number += 1
        return number
      },
      passed: (one) => recorder.passed(one),
      unread: () => recorder.unread(),
      changing: new Set(),
    })
  } catch (error) {
    await recorder.end()
    if (!isSystemError(error)) throw error
    throw usageError(
      `--listen ${listen.host}:${listen.port} cannot be listened on (${reasonOf(error)})`,
      'choose another, or port 0 for a free one',
    )
  }
  const host = listen.host.includes(':') ? `[${listen.host}]` : listen.host
  const here = `${tls === undefined ? 'http' : 'https'}://${host}:${relay.port}`
  const inPlaceOf = (there: string) => ({ here: `${here}${pathOf(there)}`, there })
  return {
    addresses: {
      base: inPlaceOf(baseUrl),
      auth: inPlaceOf(authUrl),
      ...(deliverTo !== undefined && {
        hooks: { here: `${here}${HOOKS}`, there: new URL(deliverTo).origin },
      }),
    },
    file,
    apiVersion: spec.version,
    isExposed: !isLoopback(listen.host),
    async end() {
      await relay.close()
      return await recorder.end()
    },
  }
}

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return `${pathname === '/' ? '' : pathname}${search}`
}

/** The platform's own paths must not be those of deliveries. */
function checkPaths({ baseUrl, authUrl }: PlatformProfile): void {
  const isTaken = (url: string) => `${new URL(url).pathname}/`.startsWith(`${HOOKS}/`)
  const taken = [
    ['base_url', baseUrl],
    ['auth_url', authUrl],
  ].find(([, url]) => isTaken(url ?? ''))
  if (taken !== undefined)
    throw usageError(
      `--deliver-to: the path of ${taken[0]} begins with ${HOOKS}, where the proxy takes deliveries`,
      'start one proxy for requests, and one with another base_url for deliveries',
    )
}

function readPem({ key, cert }: { readonly key: string; readonly cert: string }) {
  const read = (option: string, file: string) => {
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      throw usageError(`${option} ${file} cannot be read (${reasonOf(error)})`)
    }
  }
  const pem = { key: read('--tls-key', key), cert: read('--tls-cert', cert) }
  try {
    createSecureContext(pem)
  } catch {
    throw usageError(
      `--tls-cert ${cert} and --tls-key ${key} do not fit each other`,
      'give PEM files of one certificate and its private key',
    )
  }
  return pem
}
