import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type Seen, serve } from '../fake.ts'
import type { Behaviour, Behaviours } from './behaviour.ts'
import { long, nested } from './changing.ts'

const SECRET = 'whsec-Worst+/=4711-abcdefgh'
const SCENARIOS = [
  ...['deliveries/first', 'deliveries/events', 'forgeries/signatures', 'repeats/one-after-the-other'],
  ...['observations/open', 'generated/forgeries'],
]

/** True for deliveries that a right receiver accepts. */
function isRight({ headers, body }: Seen): boolean {
  const text = `${headers['event-id']}.${headers.timestamp}.${body}`
  return createHmac('sha256', SECRET).update(text).digest('hex') === headers['x-platform-signature']
}

type Answer = (seen: Seen, response: ServerResponse, status: number) => void

interface Served {
  readonly answer?: Answer
  readonly effects?: Answer
}

const plain: Answer = (_, response, status) => void response.writeHead(status).end()

/** A receiver that decides correctly, but writes its answers in an unusual way. */
function receiver(codes: readonly number[], { answer = plain, effects }: Served, right?: true): Behaviour {
  return {
    codes,
    ...(right && { right }),
    async prepare() {
      const known: string[] = []
      const fake = await serve((seen, response) => {
        if (seen.method === 'GET') {
          if (effects) return effects(seen, response, 200)
          return void response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify(known))
        }
        const taken = isRight(seen)
        const id = String(seen.headers['event-id'])
        if (taken && !known.includes(id)) known.push(id)
        answer(seen, response, taken ? 200 : 401)
      })
      const profile = {
        name: 'worst',
        receiver: { url: `${fake.origin}/hooks`, signing_secret: SECRET, effects: `${fake.origin}/effects` },
        timing: { effects: '1s' },
      }
      const words = SCENARIOS.flatMap((id) => ['--scenario', id])
      return { profile, words, close: () => fake.close() }
    },
  }
}

const raw =
  (text: (status: number) => string): Answer =>
  (_, response, status) =>
    void response.socket?.end(text(status))

const body =
  (bytes: (seen: Seen) => string | Buffer): Answer =>
  (seen, response, status) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(bytes(seen))

const drip: Answer = (_, response, status) => {
  response.writeHead(status)
  const timer = setInterval(() => response.write('.'), 500)
  response.on('close', () => clearInterval(timer))
}

const flood: Answer = (_, response, status) => {
  response.writeHead(status)
  const chunk = Buffer.alloc(1024 * 1024)
  const more = () => {
    while (!response.destroyed) if (!response.write(chunk)) return void response.once('drain', more)
  }
  more()
}

const effects = (text: () => string): Served => ({ effects: (_, response) => void response.end(text()) })

/** Webhook receivers. */
export const receivers: Behaviours = {
  'a receiver that decides rightly': receiver([0, 1], {}, true),
  'answers whose bodies never end': receiver([0, 1], { answer: flood }, true),
  'answers whose bodies drip': receiver([0, 1], { answer: drip }, true),
  'answers of 5 MB': receiver([0, 1], { answer: body(() => long(5)) }, true),
  'answers nested 500,000 deep': receiver([0, 1], { answer: body(() => nested(500_000)) }, true),
  'answers with 3,000 headers': receiver(
    [0, 1],
    {
      answer: raw(
        (status) =>
          `HTTP/1.1 ${status} X\r\n${'x: y\r\n'.repeat(3000)}content-length: 0\r\nconnection: close\r\n\r\n`,
      ),
    },
    true,
  ),
  'answers with 200 kB of headers': receiver([1, 3], {
    answer: raw((status) => `HTTP/1.1 ${status} X\r\nx: ${'y'.repeat(200_000)}\r\ncontent-length: 0\r\n\r\n`),
  }),
  'answers after 5,000 early hints': receiver(
    [0, 1],
    {
      answer: raw(
        (status) =>
          `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5000)}HTTP/1.1 ${status} X\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
      ),
    },
    true,
  ),
  'answers with a reason of 50 kB': receiver(
    [0, 1],
    {
      answer: raw(
        (status) =>
          `HTTP/1.1 ${status} ${'X'.repeat(50_000)}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
      ),
    },
    true,
  ),
  'a receiver that speaks no HTTP': receiver([1, 3], { answer: raw(() => 'SSH-2.0-OpenSSH\r\n') }),
  'a receiver that answers noise': receiver([1, 3], {
    answer: (_, response) => void response.socket?.end(Buffer.alloc(500_000, 0xff)),
  }),
  'a receiver that hangs up': receiver([1, 3], {
    answer: (_, response) => void response.socket?.resetAndDestroy(),
  }),
  'a receiver that answers 999': receiver([1, 3], {
    answer: raw(() => 'HTTP/1.1 999 X\r\ncontent-length: 0\r\n\r\n'),
  }),
  'a receiver that sends elsewhere': receiver([1], {
    answer: (_, response) => void response.writeHead(307, { location: 'file:///etc/passwd' }).end(),
  }),
  'a receiver that puts everything off': receiver([1, 3], {
    answer: (_, response) => void response.writeHead(429, { 'retry-after': '999999' }).end(),
  }),
  'a receiver that says everything again': receiver(
    [0, 1],
    { answer: body((seen) => JSON.stringify({ seen, secret: SECRET })) },
    true,
  ),
  'effects nested 500,000 deep': receiver(
    [0, 1, 3],
    effects(() => nested(500_000)),
  ),
  'effects of 5,000,000 entries': receiver(
    [3],
    effects(() => `[${'"a",'.repeat(5_000_000)}"b"]`),
  ),
  'effects of 60 MB': receiver(
    // Effects that are too large to be read decide nothing.
    [0, 1, 3],
    effects(() => `["${long(60)}"]`),
  ),
  'effects that never end': receiver([3], { effects: flood }),
  'effects that drip': receiver([3], { effects: drip }),
  'effects that are numbers': receiver(
    [3],
    effects(() => '[1,2,3]'),
  ),
  'effects that hold the secret': receiver(
    [0, 1],
    effects(() => JSON.stringify([SECRET])),
  ),
}
