/** The package comes without types; its two modules are handed on to others as they are. */
declare module 'draco3dgltf' {
  const draco: {
    createDecoderModule(options?: object): Promise<object>;
    createEncoderModule(options?: object): Promise<object>;
  };
  export = draco;
}
