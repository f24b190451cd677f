; What the Windows installer does beside copying files. Included by electron-builder (`nsis.include` in config.ts).

; The app enters itself for storefront-desk:// links of the user who starts it (src/main/electron/lifecycle.ts). When it is uninstalled, the entry goes
; with it, unless another copy of the app has taken the links over. An update keeps it.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ReadRegStr $R0 HKCU "Software\Classes\storefront-desk\shell\open\command" ""
    ; The command begins with the path of the program in quotation marks.
    StrLen $R1 "$INSTDIR\"
    StrCpy $R2 $R0 $R1 1
    ${if} $R2 == "$INSTDIR\"
      DeleteRegKey HKCU "Software\Classes\storefront-desk"
    ${endIf}
  ${endIf}
!macroend
