import { type Forgery, forgeries, withBitTurned } from './forgery.ts'

/** The signature is right for the original delivery; then a part of the delivery was changed. */
export const partForgeries: readonly Forgery[] = [
  ...forgeries('receiver-refuses-changed-body', {
    'a letter of a value': ({ body }) => ({ body: altered(body, 'Manufacturing', 'Manufacturinf') }),
    'the last byte': ({ body }) => ({ body: `${body.slice(0, -1)} ` }),
    'the first bytes': ({ body }) => ({ body: ` ${body.slice(1)}` }),
    'a blank behind it': ({ body }) => ({ body: `${body} ` }),
    'written anew with indents': ({ body }) => ({ body: JSON.stringify(JSON.parse(body), null, 2) }),
    'keys in another order': ({ body }) => {
      const { data, ...envelope } = JSON.parse(body)
      return { body: JSON.stringify({ data, ...envelope }) }
    },
    'a letter escaped': ({ body }) => ({ body: altered(body, 'Acme', '\\u0041cme') }),
    'another status': ({ body }) => ({ body: altered(body, /"status":"\w+"/, '"status":"declined"') }),
    'another partner': ({ body }) => ({ body: altered(body, '"partnerId":"', '"partnerId":"x') }),
    'a field more': ({ body }) => ({ body: body.replace(/}$/, ',"approved":true}') }),
    'the letters in capitals': ({ body }) => ({
      body: unlike(
        body,
        body.replace(/"data":.*/, (data) => data.toUpperCase()),
      ),
    }),
    'without its blanks': ({ body }) => ({ body: unlike(body, body.replaceAll(' ', '')) }),
    'a look-alike of a letter': ({ body }) => ({ body: altered(body, 'A', '\u0410') }),
    'bytes behind it that are no UTF-8': ({ body }) => ({
      body: Buffer.concat([Buffer.from(body), Buffer.of(0xff, 0xfe)]),
    }),
    'another in its place': (_, { other }) => ({ body: other.body }),
    'nothing in its place': () => ({ body: '' }),
  }),
  ...forgeries('receiver-refuses-changed-event-id', {
    'last character': ({ id }) => ({ id: withBitTurned(id, -1) }),
    'first character': ({ id }) => ({ id: turnedDigit(id, 0) }),
    'in the other case': ({ id }) => ({ id: inTheOtherCase(id) }),
    'without its hyphens': ({ id }) => ({ id: id.includes('-') ? id.replaceAll('-', '') : `${id}-` }),
    'a character more': ({ id }) => ({ id: `${id}0` }),
    'a character less': ({ id }) => ({ id: id.slice(0, -1) }),
    'another event': ({ id }) => ({ id: `evt-${id}` }),
  }),
  ...forgeries('receiver-refuses-changed-timestamp', {
    'the last digit': ({ timestamp }) => ({ timestamp: withBitTurned(timestamp, -2) }),
    'a second later': ({ timestamp }) => ({ timestamp: moved(timestamp, 1000) }),
    'a minute earlier': ({ timestamp }) => ({ timestamp: moved(timestamp, -60_000) }),
    'same moment, other text': ({ timestamp }) => ({ timestamp: timestamp.replace('Z', '+00:00') }),
    'same moment, in small letters': ({ timestamp }) => ({ timestamp: timestamp.toLowerCase() }),
    'same moment, one digit more': ({ timestamp }) => ({ timestamp: timestamp.replace('Z', '0Z') }),
    'without its milliseconds': ({ timestamp }) => ({ timestamp: timestamp.replace(/\.\d+Z$/, 'Z') }),
    'a replay of an old delivery under a new time': ({ timestamp }) => ({
      timestamp: moved(timestamp, 240_000),
    }),
  }),
  ...forgeries('receiver-refuses-missing-event-id', {
    'no Event-ID': () => ({ id: null }),
    'no Event-ID, and signed so': ({ timestamp, body }, { sign }) => ({
      id: null,
      signature: sign(`.${timestamp}.${body}`).toString('hex'),
    }),
    'empty Event-ID': () => ({ id: '' }),
  }),
  ...forgeries('receiver-refuses-missing-timestamp', {
    'no Timestamp': () => ({ timestamp: null }),
    'no Timestamp, and signed so': ({ id, body }, { sign }) => ({
      timestamp: null,
      signature: sign(`${id}..${body}`).toString('hex'),
    }),
    "no Timestamp, and signed with the body's": ({ id, body }, { sign }) => ({
      timestamp: null,
      signature: sign(`${id}.${JSON.parse(body).timestamp}.${body}`).toString('hex'),
    }),
    'empty Timestamp': () => ({ timestamp: '' }),
  }),
]

/** The body with one text replaced. Where that text is missing, the brokerage is changed instead. */
function altered(body: string, from: string | RegExp, to: string): string {
  return unlike(body, body.replace(from, to))
}

function unlike(body: string, changed: string): string {
  return changed === body ? body.replace('"brokerageId":"', '"brokerageId":"x') : changed
}

const moved = (timestamp: string, ms: number) => new Date(Date.parse(timestamp) + ms).toISOString()

/** The id with its letters in capitals; an id without letters gets one. */
function inTheOtherCase(id: string): string {
  const capitals = id.toUpperCase()
  return capitals === id ? `${id}A` : capitals
}

/** The id with one digit changed. It stays a hexadecimal id. */
function turnedDigit(id: string, at: number): string {
  const digit = id.charAt(at) === '0' ? '1' : '0'
  return id.slice(0, at) + digit + id.slice(at + 1)
}
