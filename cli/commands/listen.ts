import { readFileSync } from 'node:fs'
import { usageError } from '../../conformance/errors.ts'
import { reasonOf } from '../../conformance/system-error.ts'
import { printable } from '../../reporters/index.ts'
import type { Io } from '../io.ts'
import type { Forwarded } from '../listen/forward.ts'
import { relayDeliveries } from '../listen/listener.ts'
import { listenerSecret } from '../listen/secret.ts'

export interface ListenOptions {
  /** Address of the sandbox's API or page. */
  readonly sandbox: string
  /** Address of the receiver. */
  readonly forwardTo: string
  /** File that keeps the secret behind the address. */
  readonly key?: string
  /** File of an authority to trust. */
  readonly ca?: string
}

/** `listen`: passes the deliveries of a sandbox on to a receiver that only this machine reaches, until it is interrupted. */
export async function listenCommand(options: ListenOptions, io: Io): Promise<number> {
  const ends = {
    sandbox: addressOf('--sandbox', options.sandbox),
    receiver: addressOf('--forward-to', options.forwardTo),
    ca: options.ca === undefined ? undefined : readCa(options.ca),
    secret: listenerSecret(options.key),
  }
  const time = () => new Date(io.now()).toISOString().slice(11, 19)
  let known = ''
  const news = {
    listening(address: string) {
      if (address === known) io.out(`${time()}  connected again\n`)
      else
        io.out(
          `address     ${address}\nforwards to ${ends.receiver.href}\n\nRegister the address as a webhook endpoint. Ctrl-C ends it.\n\n`,
        )
      known = address
    },
    lost: (why: string) =>
      io.out(`${time()}  no connection to ${ends.sandbox.origin} (${printable(why)}); trying again\n`),
    forwarded: (one: Forwarded) => io.out(`${time()}  ${lineOf(one)}\n`),
  }
  await relayDeliveries(ends, news, io.interruption())
  return 0
}

function lineOf({ delivery, outcome, ms, inTime }: Forwarded): string {
  const { headers, body, path } = delivery
  const idAt = headers.findIndex((name, place) => place % 2 === 0 && name.toLowerCase() === 'event-id')
  const id = idAt === -1 ? 'without Event-ID' : (headers[idAt + 1] ?? '')
  const what = `${typeOf(body)} ${id}${path === '' ? '' : ` to ${path}`}`
  const late = inTime ? '' : '; the sandbox had given up'
  return printable(`${what}: ${outcome} after ${ms} ms${late}`)
}

/** The event type in a body, as base64. */
function typeOf(body: string): string {
  try {
    const { type }: { type?: unknown } = JSON.parse(Buffer.from(body, 'base64').toString('utf8'))
    if (typeof type === 'string') return type
  } catch {}
  return 'delivery'
}

function addressOf(option: string, text: string): URL {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return new URL(text)
  throw usageError(
    `${option} ${text}: it should be an http or https address`,
    'such as http://127.0.0.1:3000/hooks',
  )
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usageError(`--ca ${file} cannot be read (${reasonOf(error)})`)
  }
}
