import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseYaml } from './yaml-file.ts'

const folder = import.meta.dirname
const files = globSync('**/*.yaml', { cwd: folder })

test.each(files)('%s says the same to the fast parser and to the one that knows positions', (name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  expect(parseYaml(name, text).value).toEqual(parse(text))
})

test('a key that is there twice is named with its line', () => {
  expect(() => parseYaml('x.yaml', 'a: 1\nb: 2\na: 3\n')).toThrow(/^x\.yaml:3: /)
})

test('a fault names the line of the deepest place that is there', () => {
  const file = parseYaml('x.yaml', 'a:\n  - b: 1\n  - c: 2\n')
  expect(file.fault(['a', 1, 'd'], 'is missing').message).toBe('x.yaml:3: is missing')
})
