import { expect, test } from 'vitest'
import { sides } from '../sides/index.ts'
import { entryNamed } from '../sides/selecting.ts'
import { judgingCommand } from './rerun.ts'

test('the command of a run has the options that selected a part of it', () => {
  const receiver = entryNamed(sides, 'receiver')
  if (receiver === undefined) throw new Error('there is no side of receivers')
  const given = { target: 'p.yaml', only: ['6', 'x'], scenario: ['a/*'] }
  expect(judgingCommand(receiver, given, {})).toEqual([
    ...['npx', 'quote-conformance', 'certify', 'receiver', '--target', 'p.yaml'],
    ...['--only', '6', '--only', 'x', '--scenario', 'a/*'],
  ])
})
