import { expect, test } from 'vitest'
import type { RunStarted } from './record.ts'
import { rerunCommand } from './rerun.ts'

test('one requirement is judged again without the part that the run was asked for', () => {
  const command = [
    'npx',
    'quote-conformance',
    'run',
    '--only',
    '6',
    '--scenario',
    'a/*',
    '--target',
    'p.yaml',
  ]
  const started = { command, seed: 7 } as unknown as RunStarted
  const again = 'npx quote-conformance run --target p.yaml --seed 7 --only bind-answers-202'
  expect(rerunCommand(started, 'bind-answers-202')).toBe(again)
  const check = { scenario: 'bind/ready' }
  expect(rerunCommand(started, 'bind-answers-202', check)).toBe(`${again} --scenario bind/ready`)
  expect(rerunCommand(started, 'bind-answers-202', { ...check, cases: ['7', '9'] })).toBe(
    `${again} --scenario 'bind/ready#7'`,
  )
})
