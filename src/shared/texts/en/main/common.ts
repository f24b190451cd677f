// Texts of more than one topic.
export const common = {
  csvFile: 'CSV',
  fileNotWritten: 'The file could not be written',
};
