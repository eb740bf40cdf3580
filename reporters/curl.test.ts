import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { curlLine } from './curl.ts'
import { exchange, hostile } from './fakes.ts'

/** Returns the arguments that a shell passes to curl; curl itself is replaced by a fake. */
function handedToCurl(line: string, env: Record<string, string> = {}): string[] {
  const script = `curl() { printf '%s\\0' "$@"; if [ -p /dev/stdin ]; then printf 'stdin:'; cat; fi; }\n${line}`
  const out = execFileSync('bash', ['-c', script], { encoding: 'utf8', env: { ...process.env, ...env } })
  return out.split('\0')
}

describe('secrets', () => {
  const of = (token: string, key: string) =>
    curlLine(
      exchange('s/1', {
        headers: [
          ['authorization', 'Bearer [redacted]'],
          ['x-integration-key', '[redacted]'],
        ],
        credentials: { token, key },
      }),
    )

  test('the right credentials are the variables that everyone sets', () => {
    expect(of('own', 'primary')).toContain(`'authorization: Bearer '"$QUOTE_ACCESS_TOKEN"`)
    expect(of('own', 'primary')).toContain(`'x-integration-key: '"$QUOTE_INTEGRATION_KEY"`)
  })

  test('other credentials have their kind in the name of the variable', () => {
    expect(of('other-partner', 'secondary')).toMatch(
      /"\$QUOTE_ACCESS_TOKEN_OTHER_PARTNER".*"\$QUOTE_INTEGRATION_KEY_SECONDARY"/,
    )
  })

  test('a secret in the place of another is that other one', () => {
    expect(of('integration-key', 'client-secret')).toMatch(
      /Bearer '"\$QUOTE_INTEGRATION_KEY".*"\$QUOTE_CLIENT_SECRET"/,
    )
    expect(of('basic-scheme', 'truncated')).toMatch(
      /"\$QUOTE_ACCESS_TOKEN".*"\$QUOTE_INTEGRATION_KEY_TRUNCATED"/,
    )
  })

  test('the secret of a token request is taken from its own variable', () => {
    const body = 'client_id=m2m-1&client_secret=[redacted]&grant_type=client_credentials'
    const arguments_ = handedToCurl(curlLine(exchange('s/1', { headers: [], body })), {
      QUOTE_CLIENT_SECRET: 's3',
    })
    expect(arguments_).toContain('client_id=m2m-1&client_secret=s3&grant_type=client_credentials')
  })
})

test('the secret of another client has its owner in the name of the variable', () => {
  const client = { id: 'inactive', secret: 'inactive' }
  const body = 'client_id=m2m-1&client_secret=[redacted]'
  expect(curlLine(exchange('s/1', { headers: [], body, client }))).toContain(
    '"$QUOTE_CLIENT_SECRET_INACTIVE"',
  )
})

describe('quoting', () => {
  test('a shell hands over exactly what was sent, and runs none of it', () => {
    const text = hostile.replace('\0', '').toWellFormed()
    const line = curlLine(exchange('s/1', { url: `http://h/${text}`, headers: [['x-y', text]], body: text }))
    expect(line).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}]+$/u)
    const words = handedToCurl(line)
    expect(words).toContain(`http://h/${text}`)
    expect(words).toContain(`x-y: ${text}`)
    expect(words[words.indexOf('--data-raw') + 1]).toBe(text)
  })

  test('a body with NUL comes through a pipe', () => {
    const body = `%s'\\n\0-${hostile.toWellFormed()}`
    const line = curlLine(exchange('s/1', { body }))
    expect(line).toContain('--data-binary @-')
    expect(handedToCurl(line).join('\0')).toContain(`stdin:${body}`)
  })

  test('a body that begins with @ names no file', () => {
    expect(curlLine(exchange('s/1', { body: '@/etc/passwd' }))).toContain('--data-raw @/etc/passwd')
  })

  test('an empty header and a missing content type are sent as they were', () => {
    const line = curlLine(exchange('s/1', { headers: [['x-empty', '']], body: '{}' }))
    expect(line).toContain("-H 'x-empty;' -H content-type:")
  })
})
