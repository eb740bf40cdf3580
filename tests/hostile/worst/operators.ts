import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Seen } from '../fake.ts'
import type { Behaviour, Behaviours } from './behaviour.ts'
import { behind, type Change, json, long, nested, record, says } from './changing.ts'

const SCENARIOS = [
  'webhooks/events-of-a-quote',
  'webhooks/secrets',
  'office/clients',
  'office/keys',
  'service/journey',
]
const operated = (
  codes: readonly number[],
  operator: Change,
  more: Pick<Behaviour, 'right' | 'fails'> = {},
) => behind(codes, { operator, scenarios: SCENARIOS }, more)

const registers = ({ method, url }: Seen) => method === 'POST' && url === '/endpoints'
const registered =
  (change: (value: Record<string, unknown>) => unknown): Change =>
  (answered, seen, response) =>
    registers(seen) ? json(change)(answered, seen, response) : answered

/** A command instead of an HTTP action: a shell script that gets its values as arguments. */
const command = (
  codes: readonly number[],
  script: string,
  args: readonly string[] = ['{quote_id}'],
  first?: readonly string[],
): Behaviour => {
  const base = behind(codes, {
    scenarios: ['states/review-approve', 'service/journey'],
    api: record((data) =>
      script.includes('EVIL') ? { ...data, quote_id: '$(touch /tmp/worst-evil)' } : data,
    ),
  })
  return {
    ...base,
    async prepare(folder) {
      const prepared = await base.prepare(folder)
      const file = join(folder, 'op.sh')
      writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
      const profile = prepared.profile as { operator: object }
      const operator = { ...profile.operator, review_approve: { command: [...(first ?? [file]), ...args] } }
      return { ...prepared, profile: { ...profile, operator } }
    },
  }
}

/** Operators with useless answers. Where an action fails, its scenario is cut off, and the run ends with 3. */
export const operators: Behaviours = {
  'an operator that answers HTML': operated([0, 1], says('<html>sign in</html>')),
  'an operator that nests 100,000 deep': operated([0, 1], says(nested(100_000))),
  'an operator that nests 150 deep': operated(
    [0, 1],
    json((all) => ({ ...all, more: JSON.parse(nested(150)) })),
  ),
  'an operator that answers 20 MB': operated(
    [3],
    json((all) => ({ ...all, more: long(20) })),
  ),
  'an operator that answers nothing': operated([0, 1, 3], () => undefined),
  'an operator that hangs up': operated([3], (_, __, response) => void response.socket?.resetAndDestroy()),
  'an operator that refuses everything': operated([0, 1], (answered) => ({ ...answered, status: 403 })),
  'an operator that fails': operated([3], (answered) => ({ ...answered, status: 500 })),
  'endpoint ids of 1 MB': operated(
    [0, 1],
    registered((all) => ({ ...all, id: long(1) })),
  ),
  'endpoint ids that climb up': operated(
    [0, 1],
    registered((all) => ({ ...all, id: '..' })),
  ),
  'endpoint ids with line breaks': operated(
    [0, 1],
    registered((all) => ({ ...all, id: 'a\r\n\r\nb' })),
  ),
  'endpoint ids that are objects': operated(
    [0, 1],
    registered((all) => ({ ...all, id: { a: [1] } })),
  ),
  'an empty signing secret': operated(
    [0, 1],
    registered((all) => ({ ...all, secret: '' })),
  ),
  'a signing secret of half a pair of surrogates': operated(
    [0, 1],
    registered((all) => ({ ...all, secret: '\ud800' })),
  ),
  'a signing secret of 5 MB': operated(
    [0, 1],
    registered((all) => ({ ...all, secret: long(5) })),
  ),
  'a signing secret that is a number': operated(
    [0, 1],
    registered((all) => ({ ...all, secret: 5 })),
  ),
  'a delivery log of a million entries': operated([0, 1, 3], (answered, seen, response) =>
    seen.url.endsWith('/deliveries')
      ? says(() => `{"deliveries":[${'1,'.repeat(1_000_000)}1]}`)(answered, seen, response)
      : answered,
  ),
  'a command that prints without end': command([3], 'yes'),
  'a command that never ends': command([0, 1, 3], 'sleep 1000'),
  'a command that takes no signal': command([0, 1, 3], 'trap "" TERM INT; sleep 1000'),
  'a command that leaves a child that holds its output': command([0, 1], 'sleep 1000 &'),
  'a command that prints noise': command([0, 1], 'head -c 500000 /dev/urandom'),
  'a command that kills itself': command([3], 'kill -9 $$'),
  'a command that is nowhere': command([3], '', ['{quote_id}'], ['/no/such/program']),
  'a quote id that is a command': command([1], '# EVIL', ['{quote_id}']),
  'a quote id that is a command, for a shell': command([1], '# EVIL', ['-c', 'echo {quote_id}'], ['sh']),
}

/** A foreign sender who learns the address of an endpoint and sends requests that are no deliveries. */
const foreignSender = (
  codes: readonly number[],
  posts: (url: URL) => readonly (string | Buffer)[],
  more: Pick<Behaviour, 'right' | 'fails'> = { right: true },
): Behaviour =>
  operated(
    codes,
    (answered, seen) => {
      if (!registers(seen)) return answered
      const url = new URL((JSON.parse(seen.body) as { url: string }).url)
      for (const bytes of posts(url)) {
        const socket = connect(Number(url.port), url.hostname)
        socket.on('error', () => undefined).resume()
        socket.end(bytes)
      }
      return answered
    },
    more,
  )

const post = (url: URL, body: string | Buffer, headers: string = '') =>
  Buffer.concat([
    Buffer.from(
      `POST ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n`,
      'latin1',
    ),
    Buffer.from(body),
  ])

const event = JSON.stringify({
  type: 'quote.created',
  timestamp: new Date(0).toISOString(),
  brokerageId: 'b',
  data: { quoteId: '3f1c9a52-7d4e-4b8a-9c06-5e2f8d1b7a34', partnerId: 'p' },
})
const signed =
  'event-id: 4711\r\ntimestamp: 2026-01-01T00:00:00Z\r\nx-platform-signature: 00\r\ncontent-type: application/json\r\n'

/** Requests to an endpoint that are no deliveries. */
export const deliveries: Behaviours = {
  'foreign senders that post 300 forged events': foreignSender(
    [0, 1],
    (url) => Array(300).fill(post(url, event, signed)),
    {},
  ),
  'a foreign sender that posts 20 MB': foreignSender([0, 1], (url) => [post(url, long(20))], {}),
  'a foreign sender that posts lists nested 500,000 deep': foreignSender(
    [0, 1],
    (url) => [post(url, nested(500_000), signed)],
    {},
  ),
  'a foreign sender with 1,500 headers': foreignSender(
    [0, 1],
    (url) => [post(url, event, signed + 'x: y\r\n'.repeat(1500))],
    {},
  ),
  'a foreign sender with a header of 15 kB': foreignSender(
    [0, 1],
    (url) => [post(url, event, `${signed}x: ${'v'.repeat(15_000)}\r\n`)],
    {},
  ),
  'a foreign sender that speaks no HTTP': foreignSender([0], () => [
    Buffer.alloc(100_000, 0xff),
    'HELO\r\n\r\n',
    Buffer.from('16030100', 'hex'),
  ]),
  'a foreign sender that stops in the middle': foreignSender([0], (url) => [
    post(url, event, signed).subarray(0, 150),
  ]),
  'a foreign sender that promises 1 GB': foreignSender([0], (url) => [
    `POST ${url.pathname} HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000000\r\n\r\nabc`,
  ]),
  'foreign senders that only read': foreignSender([0], (url) =>
    Array(200).fill(`GET / HTTP/1.1\r\nhost: ${url.host}\r\nconnection: close\r\n\r\n`),
  ),
}
