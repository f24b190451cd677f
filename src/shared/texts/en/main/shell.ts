// The window, the menus, the tray, the command line, and faults of the app.
export const shell = {};
