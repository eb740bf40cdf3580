import { expect, test } from 'vitest'
import { whole } from '../cli/whole.ts'
import { textOf } from '../docs/pages.ts'
import { keptFolder } from '../kept-folder.ts'

test('the README shows a failing run as it is printed', async () => {
  const [, shown = ''] = /^```text\n(FAILED [\s\S]*?)^```/m.exec(textOf('README.md')) ?? []
  const words = ['--mutant', 'bind-answers-200', '-x', '--quiet', '--out', keptFolder()]
  const { code, out } = await whole(words)
  expect(code).toBe(1)
  // Which scenarios had ended is decided by time, and with it how often the answer was seen. Ids are new in each run.
  const counts = (text: string) =>
    text
      .replaceAll(/\bx \d+|\b\d+ requirements/g, 'n')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
  expect(shown.split('\n').length).toBeGreaterThan(5)
  for (const line of shown.split('\n')) expect(counts(out)).toContain(counts(line))
})
