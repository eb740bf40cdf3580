/** The given number of lines, each made from its index. */
export const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')

/** Each alias stands for nine of the one before: a billion-laughs attack. */
export const laughs = lines(
  30,
  (at) =>
    `l${at}: &l${at} [${
      at === 0
        ? 'ha'
        : Array(9)
            .fill(`*l${at - 1}`)
            .join(',')
    }]`,
)
