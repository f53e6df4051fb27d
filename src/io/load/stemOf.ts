/** A file's name without folders and ending. */
export const stemOf = (name: string): string => name.replace(/^.*[\\/]/, '').replace(/(.)\.[^.]*$/, '$1') || name;
