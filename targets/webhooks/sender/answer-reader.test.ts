import { describe, expect, test } from 'vitest'
import { AnswerReader, type AnswerReading } from './answer-reader.ts'

interface Case {
  readonly text: string
  readonly status?: number
  readonly body?: string
  readonly state: AnswerReading['state']
  /** The state after the other side has closed the connection. */
  readonly closed?: AnswerReading['state']
}

const cases: Readonly<Record<string, Case>> = {
  'with a length': {
    text: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    status: 200,
    body: 'ok',
    state: 'whole',
  },
  'without a body': { text: 'HTTP/1.1 204 No Content\r\n\r\n', status: 204, body: '', state: 'whole' },
  'without a reason': {
    text: 'HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n',
    status: 200,
    body: '',
    state: 'whole',
  },
  'without a reason and its blank': {
    text: 'HTTP/1.1 202\r\nContent-Length: 0\r\n\r\n',
    status: 202,
    state: 'whole',
  },
  'with bare line feeds': {
    text: 'HTTP/1.1 200 OK\ncontent-length: 2\n\nok',
    status: 200,
    body: 'ok',
    state: 'whole',
  },
  'until the connection ends': {
    text: 'HTTP/1.0 200 OK\r\n\r\nok',
    status: 200,
    body: 'ok',
    state: 'body',
    closed: 'whole',
  },
  'in chunks': {
    text: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nok\r\nA\r\n0123456789\r\n0\r\nX: y\r\n\r\n',
    status: 200,
    body: 'ok0123456789',
    state: 'whole',
  },
  'behind interim answers': {
    text: 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n',
    status: 201,
    state: 'whole',
  },
  'cut in its body': {
    text: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nok',
    status: 200,
    body: 'ok',
    state: 'body',
    closed: 'body',
  },
  'cut in its chunks': {
    text: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nok',
    status: 200,
    body: 'ok',
    state: 'body',
    closed: 'body',
  },
  'cut in its head': { text: 'HTTP/1.1 200 OK\r\nContent-', state: 'head', closed: 'head' },
  'of another protocol': { text: 'SSH-2.0-OpenSSH_9.2\r\n', state: 'garbage' },
  'with a status that is none': { text: 'HTTP/1.1 banana\r\n\r\n', state: 'garbage' },
  'with a length that is none': {
    text: 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
    status: 200,
    state: 'garbage',
  },
  'with chunks that are none': {
    text: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nbanana\r\n',
    status: 200,
    state: 'garbage',
  },
}

describe('an answer', () => {
  test.each(Object.entries(cases))('%s is read, at once and byte by byte', (_, wanted) => {
    const whole = new AnswerReader()
    const bytewise = new AnswerReader()
    const bytes = Buffer.from(wanted.text)
    const atOnce = whole.take(bytes)
    const last = [...bytes].map((byte) => bytewise.take(Uint8Array.of(byte))).at(-1)
    for (const [reader, reading] of [[whole, atOnce] as const, [bytewise, last] as const]) {
      expect(reading?.state).toBe(wanted.state)
      const head = reading && 'head' in reading ? reading.head : undefined
      expect(head?.status).toBe(wanted.status)
      if (wanted.body !== undefined) expect(reader.body.toString()).toBe(wanted.body)
      expect(reader.end().state).toBe(wanted.closed ?? wanted.state)
    }
  })

  test('keeps its connection or not, as its version and its headers say', () => {
    const keeps = (head: string) => {
      const reading = new AnswerReader().take(Buffer.from(`${head}\r\nContent-Length: 0\r\n\r\n`))
      return reading.state === 'whole' && reading.keeps
    }
    expect(keeps('HTTP/1.1 200 OK')).toBe(true)
    expect(keeps('HTTP/1.1 200 OK\r\nConnection: Close')).toBe(false)
    expect(keeps('HTTP/1.0 200 OK')).toBe(false)
    expect(keeps('HTTP/1.0 200 OK\r\nConnection: keep-alive')).toBe(true)
  })
})
