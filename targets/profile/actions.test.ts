import { expect, test } from 'vitest'
import { parseProfile } from './load.ts'

const read = (operator: string, env: Readonly<Record<string, string>> = {}) =>
  parseProfile(
    `base_url: http://127.0.0.1:4010/api
auth_url: http://127.0.0.1:4010/oauth/token
credentials: { client_id: m2m-7, client_secret: s3cr3t-value, integration_key: key-value }
operator:
  ${operator}
`,
    { file: 'target.yaml', env },
  ).operator

test.each([
  [
    'misspelt in an address',
    'review_approve: { http: { url: "http://h/{quoteid}" } }',
    ':5:34: operator.review_approve.http.url: {quoteid} is not given to this action; did you mean {quote_id}?',
  ],
  [
    'of another action in a body',
    'add_broker: { http: { url: "http://h/b", body: { to: [{ it: "a {slot}" }] } } }',
    'operator.add_broker.http.body.to.0.it: {slot} is not given to this action; it is given {name}, {email}',
  ],
  [
    'where there is none, in a command',
    'hold_rating: { command: ["./hold", "{what}"] }',
    'operator.hold_rating.command.1: {what} is not given to this action; it is given nothing',
  ],
])('a value %s is refused where it stands', (_, operator, line) => {
  expect(() => read(operator)).toThrow(line)
})

test.each([
  'register_endpoint: { http: { url: "http://h/e", body: { url: "{url}", for: "{partner_id}", ca: "{certificate}" } } }',
  'advance_clock: { command: ["./clock", "{milliseconds}"] }',
  'hold_rating: { http: { url: "http://h/x", body: { "{key}": "{ no value }" } } }',
])('what an action is given may stand in it: %s', (operator) => {
  expect(Object.keys(read(operator))).toHaveLength(1)
})

test.each([`Bearer \${OPS}`, `{\${OPS}}`])(
  'a value from the environment names nothing: %s',
  (authorization) => {
    const operator = `hold_rating: { http: { url: "http://h/x", headers: { authorization: "${authorization}" } } }`
    expect(Object.keys(read(operator, { OPS: 'pre{hidden}post' }))).toHaveLength(1)
  },
)
