import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commentsOf, proseOf, sentencesOf, wordsOf } from './wording/prose.ts'

const root = resolve(import.meta.dirname, '..')
const MOST_WORDS = 25

const read = (file: string): string => readFileSync(resolve(root, file), 'utf8')
const find = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root, exclude: (name) => ['node_modules', 'reports', 'dist'].includes(name) })

const sources = find('**/*.{ts,mjs}')
const documents = find('**/*.md')
const tables = find('{spec,targets,test-data}/**/*.yaml')

const texts: readonly (readonly [file: string, paragraphs: readonly string[]])[] = [
  ...sources.map((file) => [file, commentsOf(read(file))] as const),
  ...documents.map((file) => [file, proseOf(read(file))] as const),
]

describe('prose', () => {
  test('has no sentence over 25 words', () => {
    const long = texts.flatMap(([file, paragraphs]) =>
      paragraphs
        .flatMap(sentencesOf)
        .filter((sentence) => wordsOf(sentence).length > MOST_WORDS)
        .map((sentence) => `${file}: ${sentence}`),
    )
    expect(long).toEqual([])
  })

  test('of a docstring says what a value is or what a function does, without "What"', () => {
    const vague = sources.flatMap((file) =>
      commentsOf(read(file))
        .filter((comment) => /^(What|Whether) /.test(comment))
        .map((comment) => `${file}: ${comment}`),
    )
    expect(vague).toEqual([])
  })
})

describe('marks of readings', () => {
  const defined = new Set(
    [...read('docs/reference/readings.md').matchAll(/^\*\*(R\d+)\./gm)].map(([, mark]) => mark),
  )

  test('lead to a paragraph of docs/reference/readings.md', () => {
    const marks = [
      ...texts.map(([file, paragraphs]) => [file, paragraphs.join('\n')] as const),
      ...tables.map((file) => [file, read(file)] as const),
    ].flatMap(([file, text]) => [...text.matchAll(/\bR([1-9]\d?)\b/g)].map(([mark]) => `${file}: ${mark}`))
    expect(marks.length).toBeGreaterThan(50)
    expect(marks.filter((place) => !defined.has(place.split(': ')[1]))).toEqual([])
  })
})

describe('the parts of prose', () => {
  test('are comments without their marks, and paragraphs without code', () => {
    expect(commentsOf("/** One\n * two. */\nconst a = '/* no */' // three\n// four\n\n// five\n")).toEqual([
      'One two.',
      'three four',
      'five',
    ])
    expect(commentsOf(`a = /['\`]/ // one\n\n\`\${b ? \`\${c}//\` : ''}\` // two\n`)).toEqual(['one', 'two'])
    expect(proseOf('# Title\n\nOne\ntwo.\n\n```\ncode\n```\n\n| a | b |\n')).toEqual([
      'Title',
      'One two.',
      'a',
      'b',
    ])
    expect(sentencesOf('It is so (see 4.rule.5). And e.g. this: `a.b`!')).toHaveLength(2)
    expect(sentencesOf('It is so; or so: it is (not). Is it? "Yes!" It is.')).toHaveLength(4)
    expect(wordsOf('a `b c` - d')).toEqual(['a', 'code', 'd'])
  })
})
