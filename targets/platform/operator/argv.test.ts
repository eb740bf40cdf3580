import { describe, expect, test } from 'vitest'
import { argvOf } from './argv.ts'

describe('a value of a target in a command', () => {
  const UUID = '0b7f8a52-7d2c-4f3a-9d3e-1f2a3b4c5d6e'

  test('is a whole argument, or part of one that nothing runs', () => {
    const given = { quote_id: UUID, endpoint_id: 'ep_1:a/b=' }
    expect(argvOf(['./op', 'approve', '{quote_id}'], given)).toEqual(['./op', 'approve', UUID])
    expect(argvOf(['curl', 'http://h/q/{quote_id}?e={endpoint_id}'], given)).toEqual([
      'curl',
      `http://h/q/${UUID}?e=ep_1:a/b=`,
    ])
    expect(argvOf(['sh', '-c', './op "$1"', 'op', '{quote_id}'], given).at(-1)).toBe(UUID)
  })

  test.each([
    [['sh', '-c', './op.sh {quote_id}']],
    [['/bin/bash', '-ec', '{quote_id}']],
    [['sudo', 'sh', '-c', './op.sh {quote_id}']],
    [['node', '-e', 'approve("{quote_id}")']],
    [['python3', '-c', 'print("{quote_id}")']],
    [['{quote_id}', 'approve']],
  ])('%j is refused', (command) => {
    expect(() => argvOf(command, { quote_id: UUID })).toThrow('{quote_id} stands')
  })

  test.each([
    ['quote_id', '$(touch /tmp/x)'],
    ['quote_id', 'not-a-uuid'],
    ['quote_id', `${UUID} `],
    ['endpoint_id', '-rf'],
    ['endpoint_id', 'a;b'],
    ['endpoint_id', 'a b'],
    ['endpoint_id', 'a\nb'],
    ['endpoint_id', ''],
    ['endpoint_id', 'a\0b'],
    ['partner_id', `x${'y'.repeat(600)}`],
    ['webhook_key', '`id`'],
  ])('of the shape %s = %j goes into none', (name, value) => {
    expect(() => argvOf(['./op', `{${name}}`], { [name]: value })).toThrow(`{${name}}`)
  })

  test('that the suite made itself may be anything', () => {
    expect(argvOf(['./op', '{name}', '{events}'], { name: 'A & B "Ltd"', events: ['a', 'b'] })).toEqual([
      './op',
      'A & B "Ltd"',
      '["a","b"]',
    ])
  })
})
