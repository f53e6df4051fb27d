/** How a unit is written for people: µm, not um. Where nothing tells the unit, lengths are in units of the model. */
export const unitName = (unit: string | null | undefined): string => (unit ? (unit === 'um' ? 'µm' : unit) : 'units');
