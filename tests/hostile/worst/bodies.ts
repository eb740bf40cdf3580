import { randomUUID } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Behaviours } from './behaviour.ts'
import { behind, type Change, isQuote, json, long, nested, record, says, where } from './changing.ts'

const quote = (change: Change) => where(isQuote, change)
const encoded = (encoding: string, body: Buffer) =>
  quote((answered) => ({ ...answered, headers: { ...answered.headers, 'content-encoding': encoding }, body }))

/** Bodies of the quote API that are no valid messages. */
export const bodies: Behaviours = {
  '10 MB of JSON that is cut off': behind([1, 3], {
    api: quote(says(`{"status":"approved","data":{"message":"${long(10)}`)),
  }),
  '7 MB of JSON that is cut off': behind([1], {
    api: quote(says(`{"status":"approved","data":{"message":"${long(7, '\\"')}`)),
  }),
  'lists nested 100,000 deep': behind([1], { api: quote(says(nested(100_000))) }),
  'objects nested 100,000 deep': behind([1], { api: quote(says(nested(100_000, '{"data":', '}', '1'))) }),
  'lists nested 3,000,000 deep': behind([1], { api: quote(says(nested(3_000_000))) }),
  'a record with a field nested 190 deep': behind(
    [0],
    {
      api: quote(
        json((all) => JSON.stringify({ ...all, more: 0 }).replace('"more":0', `"more":${nested(190)}`)),
      ),
    },
    { right: true },
  ),
  'a record with a field nested 190 deep inside data': behind(
    [0],
    {
      api: record((data) => ({ ...data, more: JSON.parse(nested(150, '{"a":', '}', '1')) })),
    },
    { right: true },
  ),
  'bytes that are no UTF-8': behind([1], { api: quote(says(Buffer.alloc(50_000, 0xff))) }),
  'bodies in UTF-16': behind([1], {
    api: quote((answered) => ({
      ...answered,
      body: Buffer.from(`\ufeff${answered.body.toString('utf8')}`, 'utf16le'),
    })),
  }),
  'nothing at all': behind([1], { api: quote(says('')) }),
  'zero bytes': behind([1], { api: quote(says(Buffer.alloc(1_000_000))) }),
  'only white space': behind([1], { api: quote(says(long(5, ' \n'))) }),
  'a number with a million digits': behind([1], { api: quote(says(long(1, '9'))) }),
  'the word null': behind([1], { api: quote(says('null')) }),
  'a body that says it is gzip and is not': behind([0, 1], { api: encoded('gzip', Buffer.from('{}')) }),
  'a bomb in gzip': behind([0, 1], { api: encoded('gzip', gzipSync(Buffer.alloc(300_000_000))) }),
  'a bomb in brotli': behind([0, 1], { api: encoded('br', brotliCompressSync(Buffer.alloc(30_000_000))) }),
  'records with 100,000 more fields': behind(
    // Larger than what is kept for judging at once.
    [0, 3],
    {
      api: record((data) => ({
        ...data,
        ...Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, at])),
      })),
    },
    { right: true },
  ),
  'records with 2,000 fields that never come twice': behind(
    [0],
    {
      api: record((data) => ({
        ...data,
        ...Object.fromEntries(Array.from({ length: 2000 }, () => [randomUUID(), 1])),
      })),
    },
    { right: true },
  ),
  // Larger than what can be kept for judging together, so that scenarios are cut off.
  'records with 5 MB more': behind(
    [3],
    { api: record((data) => ({ ...data, more: long(5) })) },
    { right: true },
  ),
  'records with 5 MB more, whole suite': behind([3], {
    api: record((data) => ({ ...data, more: long(5) })),
    scenarios: [],
  }),
  'fields called __proto__, toString and constructor': behind(
    [0],
    {
      api: quote(
        json((all) =>
          JSON.stringify(all).replace(
            '"data":{',
            '"data":{"__proto__":{"x":1},"toString":1,"constructor":{"prototype":{}},',
          ),
        ),
      ),
    },
    { right: true },
  ),
  'every key twice': behind([0], {
    api: quote(
      says((text) => text.replace('"data":{', '"data":{"quote_id":"other","quote_status":"failed",')),
    ),
  }),
  'error messages of 3 MB': behind([3], {
    api: (answered) =>
      answered.status < 400
        ? answered
        : {
            ...answered,
            body: Buffer.from(JSON.stringify({ status: 'error', error: { message: long(3) } })),
          },
    scenarios: ['service/journey', 'submit/*'],
  }),
  'HTML and scripts in every text': behind([0, 1], {
    api: record((data) => ({
      ...data,
      message: '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'`',
    })),
  }),
  'escapes of a terminal in every text': behind([0, 1], {
    api: record((data) => ({ ...data, message: '\u001b]0;owned\u0007\u001b[2J\u001b[31m\r\u009b8m\u202e' })),
  }),
  'half pairs of surrogates in every text': behind([0, 1], {
    api: quote(says((text) => text.replace('"data":{', '"data":{"message":"\\ud800\\udfff\\ud800",'))),
  }),
}
