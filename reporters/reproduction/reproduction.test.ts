import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../conformance/exchange.ts'
import { testFolder } from '../../conformance/testing.ts'
import { type Finding, failed } from '../../conformance/verdict.ts'
import { check, events, exchange, hostile } from '../fakes.ts'
import { recorder } from '../record.ts'
import { reproductionsOf } from './index.ts'

const base = 'http://127.0.0.1:1/api'
const QUOTE = 'f09fd1c4-5ad5-4129-9d9e-124717227087'
const CREDENTIALS = { token: 'own', key: 'primary' }

/** An exchange of an invented run, with the given answer. */
function sent(
  number: number,
  operation: Exchange['operation'],
  request: Partial<Exchange['request']>,
  answered: unknown,
  more: Partial<Exchange> = {},
): Exchange {
  const text = typeof answered === 'string' ? answered : JSON.stringify(answered)
  return {
    ...exchange(`s/${number}`, { method: 'GET', credentials: CREDENTIALS, ...request }),
    operation,
    answer: { status: 200, headers: [], body: { size: text.length, sha256: '00', text } },
    ...more,
  }
}

const submit = sent(
  1,
  'submit',
  { method: 'POST', url: `${base}/submit`, body: '{"insured_name":"A"}' },
  {
    data: { quote_id: QUOTE, quote_status: 'pending' },
  },
)
const read = (number: number, state: string, more: object = {}) =>
  sent(
    number,
    'status',
    { url: `${base}/status/${QUOTE}` },
    { data: { quote_id: QUOTE, quote_status: state, ...more } },
    { quoteId: QUOTE },
  )

function reproduced(finding: Partial<Finding>, exchanges: readonly Exchange[]) {
  const collected = recorder()
  const reported = failed({
    expected: 'right',
    observed: 'wrong',
    exchange: exchanges.at(-1)?.id ?? '',
    ...finding,
  })
  const requirements = [['broken', '4.1', 'must']] as const
  const run = { requirements, checks: [check('broken', 'must', reported)], exchanges }
  for (const event of events(run)) collected.add(event)
  const record = collected.record()
  const found = record && reproductionsOf(record).get('broken')
  if (found === undefined) throw new Error('nothing was found')
  return found
}

function scriptFor(finding: Partial<Finding>, exchanges: readonly Exchange[]): string {
  const found = reproduced(finding, exchanges)
  return 'script' in found ? found.script : `no script: ${found.why}`
}

test('a script makes the quote, waits as the run did and asks for the place of the finding', () => {
  const reads = [read(2, 'pending'), read(3, 'pending'), read(4, 'ready_to_bind', { money: '$1' })]
  const script = scriptFor({ at: '/data/money', form: true }, [submit, ...reads])
  expect(script).toContain('quote_1=$(identifier /data/quote_id)')
  expect(script).toContain(`[ "$(member /data/quote_status)" = 'string "ready_to_bind"' ]`)
  expect(script).toContain(`same_form "$(member /data/money)" 'string "$1"'`)
  expect(script).not.toContain(QUOTE)
})

test('what belongs to another quote is left out', () => {
  const other = sent(
    2,
    'submit',
    { method: 'POST', url: `${base}/submit`, body: '{"insured_name":"B"}' },
    {
      data: { quote_id: QUOTE.replace('f', 'e') },
    },
  )
  const script = scriptFor({ at: 'status' }, [submit, other, read(3, 'pending')])
  expect(script).toContain('"insured_name":"A"')
  expect(script).not.toContain('"insured_name":"B"')
})

test('clients that an operator made for other quotes are left out', () => {
  const action = (number: number, name: string) =>
    sent(number, 'operator', { method: 'POST', url: `http://127.0.0.1:2/${name}` }, '{}', {
      action: { name, values: { client_id: 'm2m-9' } },
    })
  const token = (number: number) =>
    sent(
      number,
      'token',
      { method: 'POST', url: `${base}/token`, client: { id: 'made', secret: 'made' } },
      '{}',
      {
        issues: 'held 1',
      },
    )
  const others = [action(10, 'create_client'), token(11), action(12, 'deactivate_client')]
  const script = scriptFor({ at: 'status' }, [...others, submit, read(3, 'pending')])
  expect(script).toContain('"insured_name":"A"')
  expect(script).not.toMatch(/create_client|deactivate_client/)
  const byIt = { ...submit, request: { ...submit.request, credentials: { token: 'held 1', key: 'primary' } } }
  expect(scriptFor({ at: 'status' }, [...others, byIt])).toMatch('a client that an operator made')
})

test('what an operator held is released at the end', () => {
  const action = (number: number, name: string) =>
    sent(number, 'operator', { method: 'POST', url: `http://127.0.0.1:2/${name}`, headers }, '{}', {
      action: { name },
    })
  const headers = [['x-control-secret', '[redacted]']] as const
  const bind = sent(3, 'bind', { method: 'PUT', url: `${base}/bind/${QUOTE}` }, '{}', { quoteId: QUOTE })
  const held = [action(0, 'hold_rating'), submit, bind, action(9, 'release_rating')]
  const script = scriptFor({ at: 'status', exchange: 's/3' }, held)
  expect(script).toMatch(/\n {2}afterwards\(\) \{\n.*QUOTE_OPERATOR_URL"\/release_rating\n {2}\}/s)
  // The requests come before the functions that they use.
  expect(script.indexOf('QUOTE_OPERATOR_URL')).toBeLessThan(script.indexOf('send() {'))
  expect(script).toMatch(/hold_rating.*submit.*breach\(\)/s)
  expect(script).toMatch(
    /^# +QUOTE_OPERATOR_X_CONTROL_SECRET: the header x-control-secret of the profile's operator/m,
  )
})

describe('what a target says', () => {
  const texts = [
    hostile.replace('\0', ''),
    `'; touch harm; '`,
    '$(touch harm)',
    '\ntouch harm\n',
    '`touch harm`',
  ]
  const CURL =
    '#!/bin/sh\nwhile [ $# -gt 0 ]; do [ "$1" = -o ] && printf %s "$ANSWER" > "$2"; shift; done; printf 200\n'

  /**
   * Runs a script with a fake curl that gives every request the same answer. Returns the files that it wrote and its output.
   */
  function ran(script: string, answer: object) {
    const folder = testFolder()
    writeFileSync(join(folder, 'curl'), CURL, { mode: 0o755 })
    writeFileSync(join(folder, 'script.sh'), script)
    const secrets = {
      QUOTE_AUTH_URL: 'http://h',
      QUOTE_CLIENT_ID: 'c',
      QUOTE_CLIENT_SECRET: 's',
      QUOTE_INTEGRATION_KEY: 'k',
    }
    const env = {
      PATH: `${folder}:${process.env.PATH}`,
      ANSWER: JSON.stringify(answer),
      QUOTE_PAUSE: '0',
      ...secrets,
    }
    const { status, stdout, stderr } = spawnSync('sh', ['script.sh'], { cwd: folder, env, encoding: 'utf8' })
    return { status, out: stdout + stderr, files: readdirSync(folder).toSorted() }
  }

  test('in the run is no more than a text of the script', () => {
    for (const text of texts) {
      const data = { quote_id: QUOTE, quote_status: text, value: text }
      const last = sent(2, 'status', { url: `${base}/status/${QUOTE}` }, { data }, { quoteId: QUOTE })
      const script = scriptFor({ at: '/data/value', observed: text, expected: text }, [submit, last])
      expect(script.replaceAll('\n', '')).toMatch(/^[^\p{Cc}\p{Cf}]+$/u)
      const { status, out, files } = ran(script, { access_token: 'a', data })
      expect(out.replaceAll('\n', '')).toMatch(/^[^\p{Cc}]+$/u)
      expect({ status, files }).toEqual({ status: 1, files: ['curl', 'script.sh'] })
    }
  })

  test('when the script runs goes into no request unless it is an id', () => {
    const script = scriptFor({ at: 'status' }, [submit, read(2, 'pending')])
    for (const text of texts) {
      const { status, files } = ran(script, { access_token: 'a', data: { quote_id: text } })
      expect({ status, files }).toEqual({ status: 3, files: ['curl', 'script.sh'] })
    }
  })
})

test('no script is made where none could show it, and the reason is given', () => {
  const why = (finding: Partial<Finding>, exchanges: readonly Exchange[]) => {
    const found = reproduced(finding, exchanges)
    return 'why' in found ? found.why : 'a script'
  }
  expect(why({ exchange: 's/9' }, [submit])).toMatch('no longer in the evidence')
  expect(why({ exchange: 's/9', arrival: 'a' }, [submit])).toMatch('deliveries')
  expect(why({}, [submit])).toMatch('no single answer')
  const program = sent(0, 'operator', { method: 'RUN', url: './hold.sh' }, '', {
    action: { name: 'hold_rating' },
  })
  expect(why({ at: 'status' }, [program, submit])).toMatch('program')
  const key = { credentials: { token: 'own', key: 'made first' } }
  expect(why({ at: 'status' }, [sent(1, 'submit', { ...submit.request, ...key }, '{}')])).toMatch('secret')
  const cut = { ...submit, request: { ...submit.request, cut: true as const } }
  expect(why({ at: 'status' }, [cut])).toMatch('longer than the evidence')
})

test('secrets are variables, by whom they belong to', () => {
  const token = sent(
    1,
    'token',
    {
      method: 'POST',
      url: 'http://127.0.0.1:1/oauth/token',
      headers: [['content-type', 'application/x-www-form-urlencoded']],
      body: 'client_id=m2m-2&client_secret=[redacted]&scope=quote',
      client: { id: 'inactive', secret: 'truncated' },
    },
    { access_token: '[redacted]' },
  )
  const script = scriptFor({ at: 'status' }, [token])
  expect(script).toContain('for_form "$QUOTE_CLIENT_ID_INACTIVE"')
  expect(script).toContain('for_form "$(altered truncated "$QUOTE_CLIENT_SECRET_INACTIVE")"')
  expect(script).not.toContain('redacted')
  expect(script).not.toContain('m2m-2')
})
