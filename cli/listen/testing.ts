import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { type Driver, drive } from '../../targets/sandbox/testing.ts'
import type { Forwarded } from './forward.ts'
import { relayDeliveries } from './listener.ts'

export interface Got {
  readonly path: string
  readonly headers: readonly string[]
  readonly body: Buffer
}

/** A receiver on this machine; `answer` gets the number of the request, from 1. */
export async function receive(
  answer: (number: number, response: ServerResponse, request: IncomingMessage) => void,
) {
  const got: Got[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    got.push({ path: request.url ?? '', headers: request.rawHeaders, body })
    answer(got.length, response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(close)
  return { got, close, url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`) }
}

/** Waits until something is so, for a minute at most: a program starts slowly on a busy machine. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 12_000) throw new Error('it never came')
    await setTimeout(5)
  }
}

export async function listening(
  driver: Pick<Driver, 'sandbox'>,
  receiver: URL,
  secret = randomBytes(32).toString('base64url'),
) {
  const end = new AbortController()
  const forwarded: Forwarded[] = []
  const lost: string[] = []
  let address = ''
  const news = {
    listening(given: string) {
      address = given
    },
    lost: (why: string) => void lost.push(why),
    forwarded: (one: Forwarded) => void forwarded.push(one),
  }
  const sandbox = new URL(driver.sandbox.baseUrl)
  const ended = relayDeliveries({ sandbox, receiver, secret, ca: driver.sandbox.caPem }, news, end.signal)
  const stop = async () => {
    end.abort()
    await ended.catch(() => {})
  }
  onTestFinished(stop)
  ended.catch(() => {})
  await until(() => address !== '')
  return { address, forwarded, lost, stop, ended, secret }
}

export async function set(options: Parameters<typeof drive>[0] = {}): Promise<Driver> {
  const driver = await drive({ listeners: true, ...options })
  onTestFinished(() => driver.sandbox.close())
  return driver
}

export const register = async (driver: Driver, url: string) =>
  (await driver.control('POST', '/endpoints', { url, events: ['broker.added'] })).json
export const emit = (driver: Driver) =>
  driver.control('POST', '/brokers', { name: 'Lake', email: 'desk@lake.example' })
export const logOf = async (driver: Driver, id: unknown) =>
  JSON.parse((await driver.control('GET', `/endpoints/${id}/deliveries`)).text).deliveries
