import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testFolder } from '../../conformance/testing.ts'
import { posixWord, printed } from '../../reporters/reproduction/posix.ts'
import { memberText } from '../../reporters/reproduction/test.ts'
import {
  prolonged,
  prolongedToken,
  swappedCase,
  tampered,
  tamperedAtEnd,
  truncated,
  unsigned,
} from '../../targets/platform/credentials/altered.ts'

const library = readFileSync(new URL('../../reporters/reproduction/library.sh', import.meta.url), 'utf8')

/** Runs commands after the functions that every script has. The answer that they inspect is given. */
function sh(commands: string, answer: { body?: string | Buffer; head?: string } = {}): string {
  const folder = testFolder()
  writeFileSync(join(folder, 'body'), answer.body ?? '')
  writeFileSync(join(folder, 'head'), answer.head ?? '')
  const given = `cp '${folder}'/* "$work"/\n`
  return execFileSync('sh', ['-c', `${library}\n${given}${commands}`], { encoding: 'utf8' })
}

const HOSTILE = `'; echo harm; $(echo harm) \`echo harm\` "\\n" %s \t\u001b[31m\u202e\0 é 💥\r\n!`

describe('quoting', () => {
  test('a word is handed over as it is, and nothing of it is run', () => {
    const text = HOSTILE.replace('\0', '')
    expect(sh(`printf '%s' ${posixWord([{ text }])}`)).toBe(text)
  })

  test('a body is printed byte by byte, with values of variables in between', () => {
    const command = printed([{ text: HOSTILE }, { shell: '$harm' }, { text: HOSTILE }])
    expect(sh(`harm='$(echo harm)'\n${command}`)).toBe(`${HOSTILE}$(echo harm)${HOSTILE}`)
    expect(command).toMatch(/^[^\p{Cc}\p{Cf}]+$/u)
  })
})

describe('a place in an answer', () => {
  const json = {
    text: 'with "quotes" and \\ and /',
    number: -1.5,
    yes: true,
    nothing: null,
    'a/b~c': { x: [1, [2], {}], y: '' },
    list: [],
  }
  const at = (pointer: string, body = JSON.stringify(json, null, 1)) =>
    sh(`member '${pointer}'`, { body }).trimEnd()

  test('is written as the suite writes it', () => {
    expect(at('/text')).toBe(memberText(json.text))
    expect(at('/number')).toBe(memberText(json.number))
    expect(at('/yes')).toBe(memberText(json.yes))
    expect(at('/nothing')).toBe(memberText(json.nothing))
    expect(at('/a~1b~0c')).toBe(memberText(json['a/b~c']))
    expect(at('/a~1b~0c/x')).toBe(memberText(json['a/b~c'].x))
    expect(at('/a~1b~0c/x/1/0')).toBe(memberText(2))
    expect(at('/list')).toBe(memberText(json.list))
    expect(at('')).toBe(memberText(json))
    expect(at('/missing')).toBe(memberText(undefined))
  })

  test('is none where the body is no JSON', () => {
    for (const body of ['', '{', '{"a":1}}', '<h1>', '{"a" 1}', '[1,]', '{"a":tru}', '['.repeat(5000)])
      expect(at('/a', body)).toBe('no JSON')
  })

  test('as a whole is what stands there', () => {
    const body = '{"a": {"b": [1, {"c": "}"}] }}'
    expect(sh(`member /a whole`, { body }).trimEnd()).toBe('object {"b": [1, {"c": "}"}] }')
  })
})

test('the form of a value does not depend on digits and ids', () => {
  const alike = (one: string, other: string) =>
    sh(`same_form '${one}' '${other}' && echo alike || :`).trim() === 'alike'
  expect(alike('string "$1000.00"', 'string "$2500.00"')).toBe(true)
  expect(alike('string "$1000.00"', 'string "$1,000.00"')).toBe(false)
  expect(alike('string "$1,000.0"', 'string "$1,000.00"')).toBe(false)
  expect(alike('string "published"', 'string "ready_to_b"')).toBe(false)
  expect(alike('string "0123456789abcdef0123"', 'string "fedcba98765432100123"')).toBe(true)
  expect(
    alike(
      'string "/q/9916798f-c65a-4bc9-879a-77f197fde1fc"',
      'string "/q/f09fd1c4-5ad5-4129-9d9e-124717227087"',
    ),
  ).toBe(true)
})

test('numbers are the same however they are written', () => {
  expect(sh(`same 'number 1000' 'number 1000.0' && echo same`)).toBe('same\n')
  expect(sh(`same 'number 1000' 'string "1000"' || echo other`)).toBe('other\n')
})

test('a header is that of the last answer, in whatever case', () => {
  const head = 'HTTP/1.1 100 Continue\r\nX-A: 1\r\n\r\nHTTP/1.1 200 OK\r\nx-a:  two words \r\nX-A: 3\r\n\r\n'
  expect(sh('header x-a; header x-b', { head })).toBe('two words\n\n')
})

test('a body is named by its kind', () => {
  const kind = (body: string | Buffer) => sh('body_kind', { body }).trimEnd()
  expect(kind('')).toBe('nothing')
  expect(kind('{"a":1}')).toBe('a JSON object')
  expect(kind('[1]')).toBe('JSON that is no object')
  expect(kind('<h1>')).toBe('text')
  expect(kind(Buffer.from([0x7b, 0xe9, 0x7d]))).toBe('no UTF-8')
  expect(kind('%PDF-1.3\n...\n%%EOF\n')).toBe('a PDF')
  expect(kind('%PDF-1.3\n...')).toBe('a PDF without its end')
})

test('a secret that is nearly right is altered as the suite alters it', () => {
  const secrets = ['abcDEF123.ghi456.JKL_789-x', 'c2VjcmV0LXNlY3JldA==', 'a1b2-c3d4-e5f6']
  for (const secret of secrets) {
    const altered = (how: string) => sh(`altered ${how} '${secret}'`).trimEnd()
    expect(altered('tampered')).toBe(tampered(secret))
    expect(altered('tampered-at-end')).toBe(tamperedAtEnd(secret))
    expect(altered('truncated')).toBe(truncated(secret))
    expect(altered('prolonged')).toBe(prolonged(secret))
    expect(altered('prolonged-token')).toBe(prolongedToken(secret))
    expect(altered('swapped-case')).toBe(swappedCase(secret))
  }
})

test('a token without its signature says that it needs none', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'x' })}.signature`
  expect(sh(`altered unsigned '${token}'`).trimEnd()).toBe(unsigned(token))
})

test('a secret is encoded for a form and for JSON', () => {
  const secret = `a b+c/d=e&f%g"h\\i'j`
  const given = `secret=${posixWord([{ text: secret }])}\n`
  expect(new URLSearchParams(`x=${sh(`${given}for_form "$secret"`)}`).get('x')).toBe(secret)
  expect(JSON.parse(`"${sh(`${given}for_json "$secret"`)}"`)).toBe(secret)
})

test('only letters, digits and hyphens of an id get any further', () => {
  const id = (value: unknown) => sh('identifier /id', { body: JSON.stringify({ id: value }) })
  expect(id('9916798f-c65a-4bc9-879a-77f197fde1fc')).toBe('9916798f-c65a-4bc9-879a-77f197fde1fc')
  for (const value of ['$(echo harm)', '../x', 'a b', 'a"b', '', 7, null]) expect(id(value)).toBe('')
})
