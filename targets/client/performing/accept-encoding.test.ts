import { expect, test } from 'vitest'
import { takesGzip } from './accept-encoding.ts'

test.each(['gzip', 'GZIP, br', 'deflate, gzip;q=0.5', '*', 'br;q=1.0, *;q=0.1'])(
  '%s takes gzip',
  (header) => {
    expect(takesGzip(header)).toBe(true)
  },
)

test.each([undefined, '', 'identity', 'br', 'gzip;q=0', '*;q=0', 'gzip;q=0, *'])('%s does not', (header) => {
  expect(takesGzip(header)).toBe(false)
})
