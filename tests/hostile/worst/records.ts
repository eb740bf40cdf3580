import { randomUUID } from 'node:crypto'
import type { Behaviours } from './behaviour.ts'
import { behind, long, record } from './changing.ts'

const field = (name: string, value: unknown) =>
  record((data) => (name in data ? { ...data, [name]: value } : data))
const details = (change: (one: Record<string, unknown>) => object) =>
  record((data) =>
    data.coverage_details === undefined
      ? data
      : { ...data, coverage_details: change({ ...(data.coverage_details as object) }) },
  )
const each = (value: unknown) =>
  details((all) => Object.fromEntries(Object.keys(all).map((key) => [key, value])))

/** Quote records with misleading values. */
export const records: Behaviours = {
  'quote ids of 1 MB': behind([1], { api: field('quote_id', long(1)) }),
  'quote ids of 20 kB': behind([1], { api: field('quote_id', long(0.02)) }),
  'quote ids of 20 kB, whole suite': behind([1], { api: field('quote_id', long(0.02)), scenarios: [] }),
  'quote ids that climb up': behind([1], { api: field('quote_id', '../../../../etc/passwd') }),
  'quote ids that are dots': behind([1], { api: field('quote_id', '..') }),
  'quote ids with a zero byte': behind([1], { api: field('quote_id', 'abc\0def') }),
  'quote ids that are half a pair of surrogates': behind([1], { api: field('quote_id', '\ud800') }),
  'quote ids that are objects': behind([1], { api: field('quote_id', { toString: null }) }),
  'quote ids that are empty': behind([1], { api: field('quote_id', '') }),
  'quote ids with line breaks': behind([1], { api: field('quote_id', 'a\r\nHost: evil\r\n\r\n') }),
  'the same quote id for every quote': behind([1], {
    api: field('quote_id', '3f1c9a52-7d4e-4b8a-9c06-5e2f8d1b7a34'),
  }),
  'another quote id at each read': behind([1], {
    api: record((data) => ('quote_id' in data ? { ...data, quote_id: randomUUID() } : data)),
  }),
  'a state of 1 MB': behind([1], { api: field('quote_status', long(1)) }),
  'another state at each read': behind([1], {
    api: record((data) => ('quote_status' in data ? { ...data, quote_status: randomUUID() } : data)),
  }),
  'a state that is pending for ever': behind([1, 3], { api: field('quote_status', 'pending') }),
  'a state called constructor': behind([1], { api: field('quote_status', 'constructor') }),
  'a state called __proto__': behind([1], { api: field('quote_status', '__proto__') }),
  'a moment in the year 275761': behind([1], { api: field('created_at', '+275761-01-01T00:00:00.000Z') }),
  'a moment in no calendar': behind(
    [1],
    { api: field('created_at', '2026-99-99T99:99:99.999Z') },
    { fails: ['record-created-at'] },
  ),
  'a moment of 2 MB of digits': behind([1], {
    api: field('created_at', `2026-01-01T00:00:00.${long(2, '0')}Z`),
  }),
  'a link of 2 MB': behind([3], { api: field('checkout_link', `https://a.example/${long(2)}`) }),
  'a link that runs a script': behind([1], { api: field('checkout_link', 'javascript:alert(1)') }),
  'a link to a file': behind([1], { api: field('checkout_link', 'file:///etc/passwd') }),
  'money of 2 MB of digits': behind([1, 3], { api: each(`$${long(2, '1')}.00`) }),
  'money of 500 kB of thousands': behind([3], { api: each(`$1${long(0.5, ',000')}.00`) }),
  'money that is nearly a match 500,000 times': behind([3], { api: each(`$1${long(0.5, ',000')}.0`) }),
  'numbers beyond all numbers': behind([0, 1], { api: each(1e308) }),
  'details with 50,000 limits': behind([0, 3], {
    api: details((all) => ({
      ...all,
      ...Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`limit_${at}_limit`, '$1.00'])),
    })),
  }),
  'a message that names a million amounts': behind([0, 3], {
    api: record((data) => ({ ...data, message: long(1, '$10,000.00 ') })),
  }),
}
